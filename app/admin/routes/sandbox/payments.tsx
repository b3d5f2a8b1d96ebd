import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { formatMoney } from '#domain/pricing/money.ts'
import type { SandboxPage } from '#server/http/sandbox/sandbox-page.ts'

type PaymentsProps = Extract<SandboxPage, { page: 'payments' }>

const PANEL = '/sandbox/payments'

const FaultsForm = ({ faults, csrf }: Pick<PaymentsProps, 'faults' | 'csrf'>) => (
	<section aria-labelledby="faults-title" className="grid gap-4">
		<h2 id="faults-title" className="text-xl">
			Simulate webhook failures
		</h2>
		<form method="post" action={PANEL} className="grid max-w-160 gap-3">
			<input type="hidden" name="csrf" value={csrf} />
			{faults.map(({ name, label, isOn }) => (
				<Checkbox key={name} id={`fault-${name}`} name="fault" value={name} defaultChecked={isOn} label={label} />
			))}
			<div>
				<Button type="submit" variant="secondary" name="action" value="faults">
					Save
				</Button>
			</div>
		</form>
	</section>
)

const Payment = ({ payment, csrf }: { payment: PaymentsProps['payments'][number]; csrf: string }) => (
	<li className="grid gap-2 border-b border-line py-3">
		<p>
			<b>{formatMoney(payment.amountCents, payment.currency)}</b>
			{` ${payment.email ?? 'no address yet'}`}
			<br />
			<span className="text-soft">{payment.state}</span>
		</p>
		<div className="flex flex-wrap gap-2">
			{payment.actions.map(({ name, label, id }) => (
				<form key={name + id} method="post" action={PANEL}>
					<input type="hidden" name="csrf" value={csrf} />
					<input type="hidden" name="id" value={id} />
					<Button
						type="submit"
						variant="secondary"
						name="action"
						value={name}
						aria-label={`${label}: ${payment.email ?? payment.sessionId}`}
					>
						{label}
					</Button>
				</form>
			))}
		</div>
	</li>
)

const Event = ({ event: { type, attempts, delivered, lastError } }: { event: PaymentsProps['events'][number] }) => (
	<div className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2.5">
		<dt>{type}</dt>
		<dd>
			{`${delivered ? 'delivered' : 'waiting'} · ${attempts} ${attempts === 1 ? 'try' : 'tries'}${lastError === null ? '' : ` · ${lastError}`}`}
		</dd>
	</div>
)

/** Replaces the payment provider's dashboard: the operator plays the bank and can make webhooks fail. */
export const Payments = ({ payments, events, faults, notice, csrf }: PaymentsProps) => (
	<>
		<p className="max-w-read text-soft">
			Act as the provider or a buyer’s bank. The shop hears about it by webhook, just as it would from the real provider.
		</p>
		{notice !== null && <Callout role="status">{notice}</Callout>}
		<FaultsForm faults={faults} csrf={csrf} />
		<section aria-labelledby="payments-title" className="grid gap-4">
			<h2 id="payments-title" className="text-xl">
				Newest checkouts
			</h2>
			{payments.length === 0 ? (
				<p>No one has opened a checkout yet.</p>
			) : (
				<ul className="border-t-2 border-ink">
					{payments.map((payment) => (
						<Payment key={payment.sessionId} payment={payment} csrf={csrf} />
					))}
				</ul>
			)}
		</section>
		<section aria-labelledby="events-title" className="grid gap-4">
			<h2 id="events-title" className="text-xl">
				Newest webhooks
			</h2>
			{events.length === 0 ? (
				<p>No events yet.</p>
			) : (
				<dl className="border-t-2 border-ink">
					{events.map((event) => (
						<Event key={event.id} event={event} />
					))}
				</dl>
			)}
		</section>
	</>
)
