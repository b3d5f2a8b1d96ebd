import { type RawBuilder, sql } from 'kysely'

import { COMPLIMENTARY_PROVIDER } from '#server/services/commerce/settlement/complimentary-access.ts'

/** A rule, with a query for the rows that break it. `key` identifies such a row. */
type Rule = { what: string; find: RawBuilder<{ key: string }> }

const rule = (what: string, find: RawBuilder<{ key: string }>): Rule => ({ what, find })

const orders = [
	rule(
		'Paid orders have a payment time, and no others do',
		sql`select id::text as key from orders where provider <> ${COMPLIMENTARY_PROVIDER} and (paid_at is null) <> (status in
			('pending', 'processing', 'failed', 'expired', 'canceled')) and status not in ('disputed', 'dispute_lost')`,
	),
	rule(
		'A discount has a code',
		sql`select id::text as key from orders
		where provider <> ${COMPLIMENTARY_PROVIDER} and discount_cents > 0 and discount_code is null`,
	),
	rule('A code gives a discount', sql`select id::text as key from orders where discount_code is not null and discount_cents = 0`),
	rule(
		'Complimentary access costs nothing',
		sql`select id::text as key from orders
		where provider = ${COMPLIMENTARY_PROVIDER} and (total_cents <> 0 or paid_at is null)`,
	),
	rule(
		'A successful payment equals the price',
		sql`select provider_payment_id as key from payments
		join orders on orders.id = order_id where payments.status = 'succeeded' and amount_cents <> total_cents`,
	),
	rule(
		'A paid order has a payment that succeeded',
		sql`select id::text as key from orders where paid_at is not null and total_cents > 0
			and not exists (select from payments where order_id = orders.id and payments.status = 'succeeded')`,
	),
	rule(
		'A payment that succeeded has a time',
		sql`select provider_payment_id as key from payments
		where status = 'succeeded' and paid_at is null`,
	),
	rule(
		'A complete checkout that was paid has a paid order',
		sql`select provider_session_id as key from checkout_sessions
		join orders on orders.id = order_id where state = 'complete' and payment_status <> 'unpaid' and paid_at is null`,
	),
	rule('An event is processed after it arrived', sql`select event_id as key from payment_events where processed_at < received_at`),
	rule(
		'The code of a paid order counts as redeemed',
		sql`select orders.id::text as key from orders
		left join discount_redemptions redeemed on redeemed.order_id = orders.id and redeemed.state = 'redeemed'
		where paid_at is not null and discount_code is not null and person_erased_at is null
			and redeemed.code is distinct from upper(discount_code)`,
	),
	rule(
		'A redeemed code belongs to a paid order',
		sql`select order_id::text as key from discount_redemptions
		join orders on orders.id = order_id where state = 'redeemed' and (paid_at is null or redeemed_at is null)`,
	),
	rule(
		'A released code belongs to an unpaid order',
		sql`select order_id::text as key from discount_redemptions
		join orders on orders.id = order_id where state = 'released' and paid_at is not null
			and upper(discount_code) = discount_redemptions.code`,
	),
]

const access = [
	rule(
		'A paid order gives access',
		sql`select orders.id::text as key from orders
		where paid_at is not null and person_erased_at is null
			and not exists (select from entitlements where order_id = orders.id and product_code = orders.product_code)`,
	),
	rule(
		'Access belongs to a paid order',
		sql`select entitlements.id::text as key from entitlements
		join orders on orders.id = order_id where paid_at is null`,
	),
	rule(
		'Access opens what was bought',
		sql`select entitlements.id::text as key from entitlements join orders on orders.id = order_id
		where (entitlements.course_ids, entitlements.module_ids) is distinct from (orders.course_ids, orders.module_ids)`,
	),
	rule(
		'Access and order have the same product',
		sql`select entitlements.id::text as key from entitlements
		join orders on orders.id = order_id where entitlements.product_code <> orders.product_code`,
	),
	rule(
		'A download belongs to a paid order',
		sql`select downloads.id::text as key from downloads
		join orders on orders.id = order_id where paid_at is null`,
	),
	rule('The first download is not after the last', sql`select id::text as key from downloads where last_at < first_at`),
]

const refunds = [
	rule(
		'A refund belongs to a payment of its order',
		sql`select provider_refund_id as key from refunds
		where not exists (select from payments where payments.order_id = refunds.order_id
			and payments.provider_payment_id = refunds.provider_payment_id)`,
	),
	rule(
		'Refunds return no more than was paid',
		sql`select payments.provider_payment_id as key from payments
		join refunds using (provider_payment_id) where refunds.status not in ('failed', 'canceled')
		group by payments.provider_payment_id, payments.amount_cents having sum(refunds.amount_cents) > payments.amount_cents`,
	),
	rule(
		'A refund and its request agree on order and amount',
		sql`select provider_refund_id as key from refunds
		join refund_requests on refund_requests.id::text = request_ref
		where refund_requests.order_id <> refunds.order_id or refund_requests.amount_cents <> refunds.amount_cents`,
	),
	rule(
		'The request of a refund exists',
		sql`select provider_refund_id as key from refunds
		where request_ref is not null and not exists (select from refund_requests where id::text = request_ref)`,
	),
	rule(
		'A settled refund request has a refund that succeeded',
		sql`select id::text as key from refund_requests where state = 'settled'
		and not exists (select from refunds where request_ref = refund_requests.id::text and status = 'succeeded')`,
	),
	rule(
		'Settled refund requests have a settlement time, and no others do',
		sql`select id::text as key from refund_requests
		where (state = 'settled') <> (settled_at is not null)`,
	),
	rule(
		'A refund that succeeded has settled its request',
		sql`select provider_refund_id as key from refunds
		join refund_requests on refund_requests.id::text = request_ref where status = 'succeeded' and state <> 'settled'`,
	),
	rule(
		'A refund request belongs to a payment of its order',
		sql`select id::text as key from refund_requests
		where state <> 'refused' and not exists (select from payments where payments.order_id = refund_requests.order_id
			and payments.provider_payment_id = refund_requests.provider_payment_id)`,
	),
	rule(
		'A refund request asks for no more than the price',
		sql`select refund_requests.id::text as key from refund_requests
		join orders on orders.id = order_id where amount_cents > total_cents`,
	),
	rule(
		'A dispute belongs to a payment of its order',
		sql`select provider_dispute_id as key from disputes
		where not exists (select from payments where payments.order_id = disputes.order_id
			and payments.provider_payment_id = disputes.provider_payment_id)`,
	),
	rule(
		'A bank transfer that arrived paid its order in full',
		sql`select checkout_id as key from bank_transfers
		join orders on orders.id = order_id where bank_transfers.paid_at is not null and (orders.paid_at is null
			or bank_transfers.total_cents <> orders.total_cents or bank_transfers.currency <> orders.currency)`,
	),
	rule(
		'A refund by bank transfer agrees with its request',
		sql`select sent.id as key from bank_transfer_refunds sent
		left join refund_requests on refund_requests.id::text = request_ref
		where refund_requests.order_id is distinct from sent.order_id or refund_requests.amount_cents <> sent.amount_cents`,
	),
]

const invoices = [
	rule(
		'Invoice numbers have no gap',
		sql`select series || '-' || year as key from invoices
		group by series, year having count(*) <> max(sequence)`,
	),
	rule(
		'The next invoice number follows the last one',
		sql`select series as key from invoice_series
		where last_number <> coalesce((select max(sequence) from invoices where invoices.series = invoice_series.series
			and invoices.year = invoice_series.year), 0)`,
	),
	rule(
		'An invoice’s number matches its place in the series',
		sql`select number as key from invoices
		where number <> series || '-' || year || '-' || lpad(sequence::text, greatest(5, length(sequence::text)), '0')`,
	),
	rule(
		'Invoices are numbered in chronological order',
		sql`select number as key from (select number, issued_at,
		lag(issued_at) over (partition by series, year order by sequence) as earlier from invoices) each where issued_at < earlier`,
	),
	rule('Only taxed invoices contain tax', sql`select number as key from invoices where tax_kind <> 'included' and tax_cents > 0`),
	rule(
		'Credit notes return no more than their invoice',
		sql`select corrected.number as key from invoices corrected
		join invoices credit on credit.corrects = corrected.id
		group by corrected.id having sum(credit.gross_cents) > corrected.gross_cents or sum(credit.tax_cents) > corrected.tax_cents`,
	),
	rule(
		'A credit note corrects an invoice of the same order',
		sql`select credit.number as key from invoices credit
		join invoices corrected on corrected.id = credit.corrects
		where (credit.order_id, credit.currency, credit.livemode) is distinct from (corrected.order_id, corrected.currency, corrected.livemode)
			or corrected.kind <> 'invoice'`,
	),
	rule(
		'An invoice belongs to a paid order in its currency',
		sql`select number as key from invoices join orders on orders.id = order_id
		where paid_at is null or invoices.currency <> orders.currency or invoices.livemode <> orders.livemode`,
	),
]

const other = [
	rule(
		'An uploaded file has all its bytes',
		sql`select media_id || '/' || variant as key from media_files
		where object_key is null and bytes <> (select coalesce(sum(length(data)), 0) from media_chunks
			where media_chunks.media_id = media_files.media_id and media_chunks.variant = media_files.variant)`,
	),
	rule(
		'An upload is as large as its files',
		sql`select id::text as key from media
		where bytes <> (select coalesce(sum(bytes), 0) from media_files where media_id = media.id)`,
	),
	rule(
		'There is a key that signs sessions, if there are keys',
		sql`select 'signing_keys' as key from auth.signing_keys
		having count(*) > 0 and count(*) filter (where status = 'current') <> 1`,
	),
	rule(
		'There is a key that signs certificates, if there are certificates',
		sql`select 'certificate_keys' as key from certificates
		having count(*) > 0 and not exists (select from auth.certificate_keys)`,
	),
]

export const RULES: readonly Rule[] = [...orders, ...access, ...refunds, ...invoices, ...other]
