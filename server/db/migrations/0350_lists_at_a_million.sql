-- The list of orders of a product, with and without a status, and of complimentary orders.
create index orders_product on public.orders (product_code, created_at, id);
create index orders_product_total on public.orders (product_code, total_cents, id);
create index orders_product_status on public.orders (product_code, status, created_at, id);
create index orders_product_status_total on public.orders (product_code, status, total_cents, id);
create index orders_complimentary on public.orders (created_at, id) where provider = 'operator';

-- The search finds applications by the beginning of the address, the name or the last name.
drop index public.job_applications_email;
create index job_applications_email_begins on public.job_applications (email text_pattern_ops);
create index job_applications_name_begins on public.job_applications (left(lower(name), 80) text_pattern_ops);
create index job_applications_last_name_begins on public.job_applications (left(lower(regexp_replace(name, '^.*\s', '')), 80) text_pattern_ops);

-- Requests for early access know whether they are still wanted, so that those who wait are counted from an index.
alter table public.early_access_requests add column is_wanted boolean not null default true;

create function public.is_early_access_wanted(address text, asked_at timestamptz) returns boolean stable language sql set search_path = '' as $$
	select not exists (select from public.newsletter_subscriptions s where s.email = address
		and s.status in ('unsubscribed', 'suppressed') and (s.status = 'suppressed' or s.unsubscribed_at >= asked_at))
$$;

create function public.read_wanted() returns trigger security definer language plpgsql set search_path = '' as $$
begin
	new.is_wanted = public.is_early_access_wanted(new.email, new.created_at);
	return new;
end
$$;
create trigger early_access_requests_wanted before insert or update of email, created_at on public.early_access_requests
	for each row execute function public.read_wanted();

create function public.update_wanted() returns trigger security definer language plpgsql set search_path = '' as $$
begin
	update public.early_access_requests w set is_wanted = not w.is_wanted
	where w.email in (old.email, new.email) and w.is_wanted <> public.is_early_access_wanted(w.email, w.created_at);
	return null;
end
$$;
create trigger newsletter_subscriptions_wanted after insert or delete or update of email, status, unsubscribed_at
	on public.newsletter_subscriptions for each row execute function public.update_wanted();

update public.early_access_requests w set is_wanted = false where not public.is_early_access_wanted(w.email, w.created_at);
drop index public.early_access_requests_waiting;
create index early_access_requests_waiting on public.early_access_requests (module_id, due_at) where notified_at is null and is_wanted;

-- Statistics for the indexes on expressions, also those of earlier migrations: without them PostgreSQL reads the whole table.
analyze public.orders, public.job_applications, public.early_access_requests, auth.users;
