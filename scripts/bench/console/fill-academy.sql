-- An academy with two years of history: as many accounts and orders as the setting bench.people says, and related rows. Triggers
-- and foreign keys are off while it is filled (the caller sets session_replication_role), so stale days are marked afterwards.
-- Accounts are created at an even pace; everything later depends only on their number, so two runs create the same rows.
create or replace function pg_temp.people() returns bigint stable language sql as
	$$ select current_setting('bench.people')::bigint $$;
-- The newest rows aren't handled yet.
create or replace function pg_temp.is_open(n bigint, share bigint, few bigint) returns boolean stable language sql as
	$$ select n > pg_temp.people() - greatest(pg_temp.people() / share, few) $$;
create or replace function pg_temp.person(n bigint) returns uuid immutable language sql as
	$$ select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$;
create or replace function pg_temp.bought(n bigint) returns uuid immutable language sql as
	$$ select ('00000000-0000-7000-8000-' || lpad(to_hex((n * 7919) % 1000003 + 1), 12, '0'))::uuid $$;
create or replace function pg_temp.opened(n bigint) returns timestamptz stable language sql as
	$$ select date_trunc('hour', now()) - interval '730 days' + (n - 1) * (interval '730 days' / pg_temp.people()) $$;

-- Number of sections that a learner opens, decreasing at each position. The caller passes the positions, in course order.
insert into progress_entries (user_id, kind, key, done, changed_at, stored_at, first_stored_at, first_changed_at)
select pg_temp.person(n), 'section', place.key, true, at.t, at.t, at.t, at.t
from generate_series(1, pg_temp.people()) n
join (select key, place from jsonb_array_elements_text(current_setting('bench.places')::jsonb) with ordinality as p (key, place)) as place
	on place.place <= case when n % 10 < 2 then 0 when n % 10 < 9 then 1 + (n / 10) % 6 else 4 + (n / 10) % 44 end
cross join lateral (select least(now(), pg_temp.opened(n) + (place.place - 1) * interval '31 hours' + (n % 97) * interval '11 minutes') as t) as at;
insert into progress_entries (user_id, kind, key, done, changed_at, stored_at, first_stored_at, first_changed_at)
select pg_temp.person(n), 'module', '1', true, at.t, at.t, at.t, at.t
from generate_series(1, pg_temp.people()) n
cross join lateral (select least(now(), pg_temp.opened(n) + interval '12 days') as t) as at where n % 10 = 9 and (n / 10) % 44 >= 4;
insert into progress_entries (user_id, kind, key, done, changed_at, stored_at, first_stored_at, first_changed_at, detail)
select pg_temp.person(n), 'reading', key, n % 3 = 0, at.t, at.t, at.t, at.t, jsonb_build_object('block', n % 10, 'of', 10, 'seconds', 60)
from generate_series(1, pg_temp.people()) n
cross join (select key, place from jsonb_array_elements_text(current_setting('bench.places')::jsonb) with ordinality as p (key, place) limit 2) as place
cross join lateral (select least(now(), pg_temp.opened(n) + place * interval '30 hours') as t) as at where n % 10 >= 2;

insert into auth.users (id, email, email_confirmed_at, phone, raw_user_meta_data, created_at, last_sign_in_at,
	finished_lessons, last_active_at)
select pg_temp.person(n), 'learner' || n || '@' || (array['mail', 'post', 'box'])[1 + n % 3] || '.example', pg_temp.opened(n),
	case when n % 5 = 0 then '1555' || lpad(n::text, 7, '0') end,
	jsonb_build_object('name', (array['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Grace', 'Hugo'])[1 + n % 8] || ' ' || 'Miller' || n % 5003),
	pg_temp.opened(n), pg_temp.opened(n) + interval '1 day', coalesce(reported.finished, 0), reported.at
from generate_series(1, pg_temp.people()) n
left join (select user_id, count(*) filter (where kind = 'reading' and done) as finished, max(stored_at) as at
	from progress_entries group by user_id) reported on reported.user_id = pg_temp.person(n);

insert into lesson_quiz_attempts (user_id, attempt_id, module_id, lesson_id, answers, score, total, attempted_at)
select pg_temp.person(n), gen_random_uuid(), 1, split_part(current_setting('bench.places')::jsonb ->> 0, '/', 2), '[0,1,2,0,1]', n % 6, 5,
	least(now(), pg_temp.opened(n) + interval '1 day') from generate_series(1, pg_temp.people()) n where n % 2 = 0;

-- Order n: placed a third of a day after its account was ten days old; every fifth is a guest's.
insert into orders (id, user_id, email, product_code, product_name, currency, subtotal_cents, discount_cents, total_cents, discount_code, provider,
	livemode, status, client_address, paid_at, created_at, updated_at, refund_policy_version)
select pg_temp.bought(n), case when n % 5 <> 0 then pg_temp.person(n) end, 'learner' || n || '@' || (array['mail', 'post', 'box'])[1 + n % 3] || '.example',
	'lifetime', 'Lifetime Access', 'usd', 4700, off.cents, 4700 - off.cents,
	case when off.cents = 0 then null when n % 4 = 1 then 'LAUNCH1' else 'FRIEND' || n % 40 end, 'stripe', true,
	case when n % 10 < 3 then 'expired' when n % 10 = 9 then case when n % 20 = 9 then 'refunded' else 'partially_refunded' end else 'paid' end,
	'192.0.2.1', case when n % 10 >= 3 then at.t end, at.t, at.t, '2026-11-20'
from generate_series(1, pg_temp.people()) n
cross join lateral (select least(now(), pg_temp.opened(n) + interval '10 days 8 hours') as t) as at
cross join lateral (select case when n % 4 in (1, 2) then 940 else 0 end as cents) as off;
insert into checkout_sessions (provider_session_id, order_id, attempt, url, state, payment_status, expires_at, as_of)
select 'cs_live_' || n, pg_temp.bought(n), 1, 'https://pay.example/' || n, case when n % 10 < 3 then 'expired' else 'complete' end,
	case when n % 10 < 3 then 'unpaid' else 'paid' end, pg_temp.opened(n), pg_temp.opened(n) from generate_series(1, pg_temp.people()) n;
insert into payments (provider_payment_id, order_id, amount_cents, status, paid_at, as_of)
select 'pi_' || n, pg_temp.bought(n), case when n % 4 in (1, 2) then 3760 else 4700 end, 'succeeded', pg_temp.opened(n), pg_temp.opened(n) from generate_series(1, pg_temp.people()) n where n % 10 >= 3;
insert into payment_events (provider, event_id, type, livemode, order_id, received_at, processed_at)
select 'stripe', 'evt_' || n, 'checkout.session.completed', true, pg_temp.bought(n), pg_temp.opened(n), pg_temp.opened(n) + interval '1 second'
from generate_series(1, pg_temp.people()) n where n % 10 >= 3;
insert into entitlements (order_id, product_code, user_id, email, state, granted_at)
select id, product_code, user_id, email, case when status = 'refunded' then 'revoked' else 'active' end, paid_at from orders where paid_at is not null;
insert into refunds (provider_refund_id, order_id, provider_payment_id, amount_cents, status, created_at, as_of)
select 're_' || n, pg_temp.bought(n), 'pi_' || n, case when n % 20 = 9 then 3760 else 1000 end, 'succeeded', at.t, at.t
from generate_series(1, pg_temp.people()) n
cross join lateral (select least(now(), pg_temp.opened(n) + interval '20 days') as t) as at where n % 10 = 9;

insert into newsletter_subscriptions (email, source, status, requested_at, confirmed_at, created_at, consent_text, covers_newsletters)
select 'reader' || n || '@mail.example', case when n % 2 = 0 then 'blog' else 'popup' end,
	case when n % 5 = 0 then 'pending' when n % 17 = 0 then 'unsubscribed' else 'confirmed' end, pg_temp.opened(n),
	case when n % 5 <> 0 then pg_temp.opened(n) end, pg_temp.opened(n), 'Words', n % 2 = 0 from generate_series(1, pg_temp.people()) n;
insert into outbox_messages (channel, to_address, template, subject, body, status, provider_id, created_at, sent_at)
select 'email', 'learner' || n || '@' || (array['mail', 'post', 'box'])[1 + n % 3] || '.example', (array['order.receipt', 'auth.confirmation', 'course.access'])[1 + n % 3],
	'Your receipt', '', case when n % 1000 = 7 then 'failed' else 'sent' end, '<' || n || '@launchway.example>', pg_temp.opened(n), pg_temp.opened(n)
from generate_series(1, pg_temp.people()) n;
insert into sms_messages (user_id, kind, to_phone, country, status, created_at)
select pg_temp.person(n), 'course_progress', '+1555' || lpad(n::text, 7, '0'), 'US', 'delivered', pg_temp.opened(n) from generate_series(1, pg_temp.people()) n where n % 5 = 0;
insert into support_tickets (name, email, subject, message, status, due_at, answered_at, created_at, category)
select 'Ada Miller' || n % 5003, 'learner' || n || '@mail.example', 'A question', 'Words', case when pg_temp.is_open(n, 1000, 40) then 'open' when n % 3 = 0 then 'closed' else 'answered' end,
	pg_temp.opened(n) + interval '2 days', case when not pg_temp.is_open(n, 1000, 40) then pg_temp.opened(n) + interval '1 day' end, pg_temp.opened(n), (array['general', 'terms', 'privacy'])[1 + n % 3]
from generate_series(1, pg_temp.people()) n where n % 5 = 0;
insert into job_applications (name, email, message, status, created_at)
select 'Ben Miller' || n, 'applicant' || n || '@mail.example', 'Words', case when pg_temp.is_open(n, 1000, 60) then 'new' else 'closed' end, pg_temp.opened(n)
from generate_series(1, pg_temp.people()) n where n % 20 = 0;
insert into module_feedback (module_id, is_helpful, suggestion, created_at)
select 1 + n % 6, true, 'Words', pg_temp.opened(n) from generate_series(1, pg_temp.people()) n where n % 5 = 0;
insert into early_access_requests (email, module_id, created_at)
select 'reader' || n || '@mail.example', 1 + n % 6, pg_temp.opened(n) from generate_series(1, pg_temp.people()) n where n % 5 = 0;
insert into privacy_requests (kind, asked_at, due_at, answered_at, outcome)
select 'export', pg_temp.opened(n), pg_temp.opened(n) + interval '30 days', case when not pg_temp.is_open(n, 1000, 100) then pg_temp.opened(n) end, case when not pg_temp.is_open(n, 1000, 100) then 'exported' end
from generate_series(1, pg_temp.people()) n where n % 50 = 0;
insert into operator_actions (role, action, object_kind, object_id, created_at)
select 'support', 'alert_closed', 'alert', n::text, pg_temp.opened(n) from generate_series(1, pg_temp.people()) n where n % 5 = 0;
insert into operator_alerts (kind, dedupe_key, facts, state, created_at, closed_at)
select 'refund_failed', n::text, jsonb_build_object('order', pg_temp.bought(n), 'amount', '$47.00', 'reason', 'account_closed'), case when pg_temp.is_open(n, 10000, 40) then 'open' else 'closed' end, pg_temp.opened(n),
	case when not pg_temp.is_open(n, 10000, 40) then pg_temp.opened(n) end
from generate_series(1, pg_temp.people()) n where n % 20 = 0;
insert into mail_suppressions (address_key, reason, created_at)
select int8send(n), 'hard-bounce', pg_temp.opened(n) from generate_series(1, pg_temp.people()) n where n % 50 = 0;
insert into newsletter_issues (subject, body, state, created_at, changed_at)
select 'Letter ' || n, 'Words', 'sent', pg_temp.opened(n), pg_temp.opened(n) from generate_series(1, pg_temp.people()) n where n % 5000 = 0;
insert into invoices (kind, number, series, year, sequence, order_id, currency, net_cents, tax_cents, gross_cents, tax_kind, tax_rate, item, seller, buyer, livemode,
	issued_at, supplied_at)
select 'invoice', 'R-' || n, 'R', extract(year from pg_temp.opened(n)), n, pg_temp.bought(n), 'usd', 4700, 0, 4700, 'exempt', 0, 'Lifetime Access',
	'{"name":"Launchway GmbH","address":{"line1":"Weg 1","line2":null,"postcode":"10115","city":"Berlin","region":null,"country":"DE"},
	"vatId":null,"taxNumber":"37/123/45678","email":"office@launchway.example"}', jsonb_build_object('name', 'Ada Miller', 'email', 'learner' || n || '@mail.example'), true, pg_temp.opened(n), pg_temp.opened(n)
from generate_series(1, pg_temp.people()) n where n % 10 >= 3;
insert into visit_counts (day, step, source, count)
select day::date, step, source, 100 from generate_series(now() - interval '730 days', now(), interval '1 day') day,
	unnest(array['visit', 'quiz', 'signup', 'checkout']) step, unnest(array['direct', 'other', 'unknown', 'google', 'bing', 'x', 'youtube', 'reddit']) source;
insert into lesson_revisions (module_id, lesson_id, text_hash, seen_at)
select split_part(key, '/', 1)::int, split_part(key, '/', 2), sha256(convert_to(key, 'UTF8')), now() - interval '360 days'
from jsonb_array_elements_text(current_setting('bench.places')::jsonb) with ordinality as p (key, place) where place in (2, 3, 10);
