import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { GuardedForm } from '#app/admin/ui/guarded-form.tsx'
import { useConsole } from '#app/admin/ui/use-console.ts'
import { Checkbox } from '#app/ui/choice.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { decimalOf, formatMoney } from '#domain/pricing/money.ts'

import type { OrderPageData } from './order.tsx'

type Shown = { path: string; page: OrderPageData }

const FINAL = 'The money is sent at once and cannot be called back.'

function RefundForms({ path, page: { order, refund, policy } }: Shown) {
	if (refund === null) return null
	const amount = formatMoney(refund.cents, order.currency)
	if (refund.is === 'on-its-way') return <p>{`A refund of ${amount} is on its way.`}</p>
	if (refund.is === 'to-be-sent')
		return (
			<ActionForm
				action={`${path}/refund-sent`}
				label={`I have sent ${amount} back`}
				hidden={{ request: refund.request }}
				isGuarded
				note="Do this only after you have sent the transfer: the buyer is told that the money was sent. This is final."
			/>
		)
	const override = policy.refusal === null ? '' : ` The refund rule refuses it; this overrides the rule.`
	return (
		<>
			<GuardedForm action={`${path}/refund`} label={`Refund ${amount}`} note={`${FINAL} It ends the access.${override}`} />
			<GuardedForm
				action={`${path}/refund`}
				id="part"
				summary="Refund a part of it"
				label="Refund this amount"
				fields={[{ name: 'amount', label: 'Amount', hint: `Up to ${decimalOf(refund.cents, order.currency)}.`, maxLength: 20 }]}
				note={`${FINAL} The access stays open as long as a part of the money stays here.${override}`}
			/>
		</>
	)
}

const TransferForm = ({ path, page: { order } }: Shown) => (
	<ActionForm
		action={`${path}/transfer-paid`}
		label="Mark as paid"
		fields={[
			{
				name: 'amount',
				label: `Amount on the statement, in ${order.currency.toUpperCase()}`,
				hint: `As ${decimalOf(3760, order.currency)}`,
				maxLength: 20,
			},
		]}
		isGuarded
		note="The buyer gets access and a receipt. This is final: to send money back, refund the order."
	>
		{({ typed }) => (
			<Checkbox name="late" value="yes" defaultChecked={typed.late === 'yes'} label="Accept it although the order is closed" />
		)}
	</ActionForm>
)

/** What the person signed in may do with an order. Access given without money is ended here; what was paid for ends with its money. */
export function OrderActions(page: OrderPageData) {
	const { role } = useConsole()
	const { order, awaitsTransfer, canReconcile, canEndAccess, canResend } = page
	const path = `${consolePaths.orders}/${order.id}`
	return (
		<>
			<h2 className="mt-4 first:mt-0">Actions</h2>
			{awaitsTransfer && <TransferForm path={path} page={page} />}
			{canReconcile && (
				<ActionForm
					action={`${path}/reconcile`}
					label={`Check with ${order.provider === 'stripe' ? 'Stripe' : 'the payment provider'}`}
					note="Asks the provider about this order and updates it accordingly."
					tone="secondary"
				/>
			)}
			{canResend && (
				<div className="flex flex-wrap gap-3">
					<ActionForm action={`${path}/mail`} id="access" label="Resend the access email" hidden={{ mail: 'access' }} tone="secondary" />
					<ActionForm action={`${path}/mail`} id="receipt" label="Resend the receipt" hidden={{ mail: 'receipt' }} tone="secondary" />
				</div>
			)}
			<div>
				{canEndAccess && (
					<GuardedForm
						action={`${path}/end-access`}
						label="End access"
						note="The course closes for the learner at once, and a certificate based on it is revoked. You can give access again."
					/>
				)}
				<RefundForms path={path} page={page} />
				{role === 'operator' && (
					<ActionForm
						action={`${path}/evidence`}
						summary="Evidence for a dispute (PDF)"
						label="Create the evidence file"
						isGuarded
						reloads
						note="The record of this order: rules and consent, sign-ins, texts, downloads, checks, emails. It holds personal data: give it to the payment provider alone. The activity log records that you made it."
						tone="secondary"
					/>
				)}
			</div>
		</>
	)
}
