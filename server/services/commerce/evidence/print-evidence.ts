import type { Content } from '#content/load-content.server.ts'
import { AGE_RULES } from '#domain/consents/age-rule.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { decimalOf } from '#domain/pricing/money.ts'
import { describeBusinessDays, refundConditions } from '#domain/refunds/describe-refund.ts'
import { findRefundPolicy } from '#domain/refunds/refund-policy.ts'
import type { DocumentBlock } from '#server/adapters/documents/port.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { listOrderMails } from '#server/services/commerce/orders/order-mails.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isOpen } from '#server/services/learning/entitlements/entitlements.ts'

import { MAX_EVIDENCE_ROWS, readCourseUse, type CourseUse } from './read-use.ts'

const NOT_RECORDED = 'not recorded'

/** Formats a time in UTC, to the second, so that a bank can compare it with other records. */
const at = (time: Date | null) => (time === null ? NOT_RECORDED : `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`)

const heading = (text: string): DocumentBlock => ({ kind: 'heading', text })
const text = (words: string): DocumentBlock => ({ kind: 'text', text: words })
const field = (label: string, value: string | null): DocumentBlock => ({ kind: 'field', label, value: value ?? NOT_RECORDED })

type Table = { head: readonly string[]; widths: readonly number[]; rows: readonly (readonly string[])[]; empty: string }

const table = ({ head, widths, rows, empty }: Table): DocumentBlock[] =>
	rows.length === 0
		? [text(empty)]
		: [
				{ kind: 'table', head, widths, rows: rows.map((cells) => ({ cells })) },
				...(rows.length === MAX_EVIDENCE_ROWS ? [text(`The first ${MAX_EVIDENCE_ROWS} are listed.`)] : []),
			]

function orderBlocks(order: OrderRow): DocumentBlock[] {
	const amount = `${decimalOf(order.total_cents, order.currency)} ${order.currency.toUpperCase()}`
	return [
		heading('The order'),
		field('Order', order.id),
		field('Product', order.product_name),
		field('Total', order.discount_code === null ? amount : `${amount}, with the code ${order.discount_code}`),
		field('Ordered', at(order.created_at)),
		field('Paid', at(order.paid_at)),
		field('Status', order.status.replaceAll('_', ' ')),
		field('Email address', order.person_erased_at === null ? order.email : `deleted at the buyer’s request, ${at(order.person_erased_at)}`),
		field('IP address of the order', order.client_address === '' ? null : order.client_address),
		...(order.livemode ? [] : [text('Test mode: no money moved.')]),
	]
}

async function moneyBlocks({ db }: ServiceContext, { id, currency }: OrderRow): Promise<DocumentBlock[]> {
	const payments = await db.selectFrom('payments').selectAll().where('order_id', '=', id).orderBy('as_of').execute()
	const refunds = await db.selectFrom('refunds').selectAll().where('order_id', '=', id).orderBy('created_at').execute()
	const disputes = await db.selectFrom('disputes').selectAll().where('order_id', '=', id).orderBy('as_of').execute()
	const formatAmount = (cents: number) => decimalOf(cents, currency)
	const rows = [
		...payments.map((each) => ['Payment', each.provider_payment_id, formatAmount(each.amount_cents), each.status, at(each.paid_at)]),
		...refunds.map((each) => ['Refund', each.provider_refund_id, formatAmount(each.amount_cents), each.status, at(each.created_at)]),
		...disputes.map((each) => [
			`Dispute (${each.reason.replaceAll('_', ' ')})`,
			each.provider_dispute_id,
			formatAmount(each.amount_cents),
			each.status.replaceAll('_', ' '),
			at(each.as_of),
		]),
	]
	return [
		heading('Payments, refunds and disputes'),
		...table({
			head: ['What', 'Reference', `Amount, ${currency.toUpperCase()}`, 'Status', 'When'],
			widths: [4, 5, 3, 3, 5],
			rows,
			empty: 'None is recorded.',
		}),
	]
}

/** Quotes the rules as the buyer saw them, if this release still contains that version. */
function ruleBlocks(content: Content, order: OrderRow): DocumentBlock[] {
	const policy = findRefundPolicy(order.refund_policy_version)
	const age = AGE_RULES.find(({ version }) => version === order.age_rule_version)
	return [
		heading('What the buyer was told before paying'),
		field('Refund policy, version', policy.version),
		text(
			`That version says: money back within ${policy.windowDays} days of paying, as long as ${refundConditions(policy)}. It is sent within ${describeBusinessDays(policy)}.`,
		),
		field('Consent to immediate access, version', order.waiver_version),
		field('Given', at(order.waiver_accepted_at)),
		...(order.waiver_version === content.checkoutConsent.version
			? [text(`Text next to the checkbox: “${content.checkoutConsent.label}”`)]
			: []),
		field('Age rule, version', order.age_rule_version),
		...(age ? [text(`Text next to the button: “${age.words}”`)] : []),
	]
}

async function accessBlocks({ db }: ServiceContext, { id }: OrderRow): Promise<DocumentBlock[]> {
	const access = await db
		.selectFrom('entitlements')
		.selectAll()
		.select(isOpen.as('is_open'))
		.where('order_id', '=', id)
		.orderBy('granted_at')
		.execute()
	const downloads = await db
		.selectFrom('downloads')
		.selectAll()
		.where('order_id', '=', id)
		.orderBy('first_at')
		.limit(MAX_EVIDENCE_ROWS)
		.execute()
	return [
		heading('Access'),
		...table({
			head: ['Product', 'Opened', 'Ends', 'Status now'],
			widths: [2, 2, 2, 1],
			rows: access.map(({ product_code: code, granted_at: granted, ends_at: ends, state, is_open: opens }) => [
				code,
				at(granted),
				state === 'revoked' ? '–' : ends === null ? 'never' : at(ends),
				state === 'active' && !opens ? 'ended' : state,
			]),
			empty: 'No access was opened.',
		}),
		heading('Paid documents downloaded'),
		...table({
			head: ['Document', 'First', 'Last', 'Times'],
			widths: [3, 2, 2, 1],
			rows: downloads.map((each) => [`${each.document}.${each.format}`, at(each.first_at), at(each.last_at), String(each.times)]),
			empty: 'No download is recorded.',
		}),
	]
}

const usageBlocks = ({ readers, signIns, served, checks }: CourseUse): DocumentBlock[] => [
	heading('Sign-ins since the order'),
	...(readers.length === 0 ? [text('No account belongs to this order.')] : []),
	...table({
		head: ['When', 'What', 'IP address', 'Device'],
		widths: [2, 1, 2, 2],
		rows: signIns.map((each) => [at(each.at), each.action, each.address, each.device]),
		empty: 'No sign-in is recorded.',
	}),
	heading('Course texts sent to the account'),
	...table({
		head: ['Text', 'First', 'Last'],
		widths: [3, 2, 2],
		rows: served.map((each) => [each.text, at(each.firstAt), at(each.lastAt)]),
		empty: 'None is recorded.',
	}),
	heading('Knowledge checks taken by the account'),
	...table({
		head: ['Lesson', 'When', 'Right'],
		widths: [3, 2, 1],
		rows: checks.map((each) => [each.lesson, at(each.at), `${each.score} of ${each.total}`]),
		empty: 'None is recorded.',
	}),
]

async function mailBlocks({ db }: ServiceContext, order: OrderRow): Promise<DocumentBlock[]> {
	const mails = (await listOrderMails(db, order)).toReversed()
	return [
		heading('Emails about the order'),
		...table({
			head: ['Subject', 'Written', 'Handed to the mail server', 'Status'],
			widths: [3, 2, 2, 1],
			rows: mails.map((each) => [each.subject, at(each.created_at), at(each.sent_at), each.status]),
			empty: 'None is recorded.',
		}),
	]
}

/** Prints an order as evidence in a dispute, using only records made when the events happened. */
export async function printEvidence(ctx: ServiceContext, order: OrderRow): Promise<Uint8Array> {
	return ctx.documents.print({
		title: `Record of order ${orderNumber(order.id)}`,
		subject: order.product_name,
		publisher: ctx.content.site.name,
		isLandscape: false,
		madeAt: ctx.now(),
		blocks: [
			text(
				`The server of ${ctx.content.site.name} generated this file on ${at(ctx.now())} from records made when the events happened. Nothing was added by hand. All times are UTC.`,
			),
			...orderBlocks(order),
			...(await moneyBlocks(ctx, order)),
			...ruleBlocks(ctx.content, order),
			...(await accessBlocks(ctx, order)),
			...usageBlocks(await readCourseUse(ctx.content, ctx.db, order)),
			...(await mailBlocks(ctx, order)),
		],
	})
}
