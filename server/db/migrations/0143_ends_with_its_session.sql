-- What a session began counts no longer when the session has ended: one more way in that was asked for, and an application
-- that was let in (docs/decisions/0143). No foreign keys: signing out must not wait for whoever is coming back just now.
alter table auth.external_flows add column linking_session_id uuid;
alter table auth.oauth_authorizations add column learner_session_id uuid;
