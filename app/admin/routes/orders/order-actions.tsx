import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { Fact, Facts } from '#app/admin/ui/format.tsx'
import { MoreActions } from '#app/admin/ui/more-actions.tsx'
import { useConsole } from '#app/admin/ui/page.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { decimalOf, formatMoney } from '#domain/pricing/money.ts'

import type { OrderPageData } from './order.tsx'

/** Field for the end of access, here and where access is given. */
export const ACCESS_END_FIELD = {
	label: 'Access ends',
	hint: 'Optional, in the time zone of the console. Leave it empty for access without an end.',
}

type Shown = { path: string; page: OrderPageData }

type Refund = Extract<NonNullable<OrderPageData['refund']>, { is: 'possible' }>

/** Checkbox to refund against the refund policy. The server requires it, too. */
const AgainstRule = ({ error }: { error: string | undefined }) => (
	<Checkbox name="against" value="yes" required label="Refund anyway and override the refund policy" error={error} />
)

function PossibleRefund({ path, order, refund }: { path: string; order: OrderPageData['order']; refund: Refund }) {
	const { cents, loses, against, arrives } = refund
	const amount = formatMoney(cents, order.currency)
	return (
		<ConfirmForm
			action={`${path}/refund`}
			opener={`Refund ${amount}`}
			label="Refund"
			title={`Refund order ${orderNumber(order.id)}?`}
			isFinal
			fields={[
				{
					name: 'amount',
					label: `Amount, in ${order.currency.toUpperCase()}`,
					hint: `${amount} is left to refund. You can enter less.`,
					value: decimalOf(cents, order.currency),
					maxLength: 20,
				},
			]}
		>
			{({ errors }) => (
				<>
					<Facts>
						<Fact name="Buyer">{order.email ?? 'a guest'}</Fact>
						<Fact name={`If you refund all ${amount}, the learner loses`}>{loses}</Fact>
						<Fact name="If you refund less">Access stays as it is.</Fact>
						<Fact name="Refund policy">{against === null ? 'Allows this refund.' : `Doesn’t allow this refund. ${against}`}</Fact>
						<Fact name="Money arrives">{arrives}</Fact>
					</Facts>
					{against !== null && <AgainstRule error={errors.against} />}
				</>
			)}
		</ConfirmForm>
	)
}

/** Explains why there is no refund button, below the row of the buttons. */
export function WithoutRefund({ order, refund }: Pick<OrderPageData, 'order' | 'refund'>) {
	if (refund?.is !== 'on-its-way' && refund?.is !== 'disputed') return null
	const amount = formatMoney(refund.cents, order.currency)
	return (
		<p>
			{refund.is === 'on-its-way'
				? `A refund of ${amount} is on its way. Until it’s done, you can’t start another.`
				: `The buyer’s bank is reviewing this payment. Until it decides, ${amount} can’t be refunded.`}
		</p>
	)
}

function RefundForms({ path, page: { order, refund } }: Shown) {
	if (refund?.is === 'possible') return <PossibleRefund path={path} order={order} refund={refund} />
	if (refund?.is !== 'to-be-sent') return null
	const amount = formatMoney(refund.cents, order.currency)
	return (
		<ConfirmForm
			action={`${path}/refund-sent`}
			label={`Mark ${amount} as sent back`}
			title={`Have you sent ${amount}?`}
			hidden={{ request: refund.request }}
			consequences={[
				['What happens', `We email ${order.email ?? 'the buyer'} that ${amount} was sent. Do this only after you have sent the transfer.`],
			]}
			hasReason={false}
			isFinal
		/>
	)
}

const TransferForm = ({ path, order, reference }: { path: string; order: OrderPageData['order']; reference: string }) => (
	<ConfirmForm
		action={`${path}/transfer-paid`}
		label="Mark as paid"
		title="Has the transfer arrived?"
		consequences={[
			['Expected', `${formatMoney(order.totalCents, order.currency)} with the reference ${reference}`],
			['What happens', `${order.email ?? 'The buyer'} gets access and a receipt. To send money back later, refund the order.`],
		]}
		hasReason={false}
		isFinal
		tone="primary"
		fields={[
			{
				name: 'amount',
				label: `Amount on the statement, in ${order.currency.toUpperCase()}`,
				maxLength: 20,
			},
		]}
	>
		{({ typed }) => (
			<Checkbox name="late" value="yes" defaultChecked={typed.late === 'yes'} label="Accept it, even if the order has closed" />
		)}
	</ConfirmForm>
)

type Access = NonNullable<OrderPageData['access']>
type AccessFormsProps = {
	order: { id: string; email: string | null }
	access: Access
	/** Set on a learner's page: the learner, and the product to name. */
	onLearner?: { id: string; product: string }
}

/** Forms that end access, and that set, change or remove its end: on the page of the order or of its learner. */
export function AccessForms({ order: { id, email }, access: { state, isGiven, endsAt, ends, loss }, onLearner }: AccessFormsProps) {
	const path = `${consolePaths.orders}/${id}`
	const isOpen = state === 'active'
	const who = email ?? 'this learner'
	const to = onLearner ? ` to ${onLearner.product}` : ''
	const origin = onLearner && { hidden: { learner: onLearner.id } }
	const money = isGiven ? 'There’s nothing to refund: this access was free.' : 'Nothing is refunded. You can still refund the order.'
	return (
		<>
			{isOpen && (
				<ConfirmForm
					{...origin}
					action={`${path}/end-access`}
					label={`End access${to}`}
					openerTone="danger"
					title={`End access for ${who}?`}
					consequences={[
						['The learner loses', loss],
						['Money', money],
						[
							'Afterwards',
							isGiven
								? `You can give access again ${onLearner ? 'here' : 'on the learner’s page'}. A revoked certificate stays revoked.`
								: 'You can give it back here, and the learner can buy again. We send no email.',
						],
					]}
				/>
			)}
			<ConfirmForm
				hidden={{ ...origin?.hidden, shown: endsAt?.toISOString() ?? '' }}
				action={`${path}/access-end`}
				id={`end-${id}`}
				opener={isOpen ? `${endsAt === null ? 'Set' : 'Change'} end of access${to}` : `Give access${to} back`}
				label={isOpen ? 'Save' : 'Give access back'}
				title={isOpen ? `When does access${to} end?` : `Give ${who} access back?`}
				tone="primary"
				fields={[{ name: 'ends', ...ACCESS_END_FIELD, type: 'datetime-local', value: isOpen ? ends : '', isRequired: false }]}
				consequences={[
					['Until it ends', 'The learner has access to everything in this order.'],
					['At the end', 'Access closes, and the learner can buy again. Progress, notes and certificates are kept. We send no email.'],
				]}
			/>
		</>
	)
}

/** Actions that are rarely needed. */
function RareActions({ path, page }: Shown) {
	const { role } = useConsole()
	const { order, canReconcile, canResend, access } = page
	return (
		<MoreActions>
			{role === 'operator' && access?.canChange && <AccessForms order={order} access={access} />}
			{canResend && access?.state === 'active' && (
				<ActionForm action={`${path}/mail`} id="access" label="Resend access email" hidden={{ mail: 'access' }} tone="secondary" />
			)}
			{role === 'operator' && (
				<ConfirmForm
					action={`${path}/evidence`}
					opener="Dispute evidence (PDF)"
					title="Download dispute evidence?"
					label="Download PDF"
					hasReason={false}
					reloads
					consequences={[
						[
							'It contains',
							'Everything on record for this order: terms and consent, sign-ins, lessons read, downloads, quizzes and emails.',
						],
						['Share it with', 'Only the payment provider: it holds personal data. The activity log records the download.'],
					]}
					tone="primary"
				/>
			)}
			{canReconcile && (
				<ActionForm
					action={`${path}/reconcile`}
					label={`Check with ${order.provider === 'stripe' && order.isLive ? 'Stripe' : 'the payment provider'}`}
					note="Does something look wrong? This asks the provider again and updates the order."
					tone="secondary"
				/>
			)}
		</MoreActions>
	)
}

/** Actions on an order. */
export function OrderActions(page: OrderPageData) {
	const { role } = useConsole()
	const { order, markableTransfer, canReconcile, canResend, access } = page
	const path = `${consolePaths.orders}/${order.id}`
	return (
		<section className="action-row max-w-full max-md:w-full" aria-label="Actions">
			{markableTransfer !== null && <TransferForm path={path} order={order} reference={markableTransfer} />}
			<RefundForms path={path} page={page} />
			{canResend && !order.isGiven && (
				<ActionForm action={`${path}/mail`} id="receipt" label="Resend receipt" hidden={{ mail: 'receipt' }} tone="secondary" />
			)}
			{(role === 'operator' || canReconcile || (canResend && access?.state === 'active')) && <RareActions path={path} page={page} />}
		</section>
	)
}
