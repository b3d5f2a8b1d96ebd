-- Guesses at a code count where they are made, and over all strange places together.
alter table auth.address_limits drop constraint address_limits_kind_check;
alter table auth.address_limits add constraint address_limits_kind_check check (kind in ('password', 'code', 'code-anywhere', 'mail'));

-- Wrong tries of this code by place: a keyed hash of network or browser to a number. A stranger elsewhere burns nobody's code.
alter table auth.one_time_tokens add column wrong_codes_at jsonb not null default '{}';

-- Asked for by somebody who is neither signed in nor at a place of the number's owner: such texts leave a part of the budget alone.
alter table public.sms_sends add column is_strangers boolean not null default false;
