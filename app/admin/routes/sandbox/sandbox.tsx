import { SandboxFrame } from '#app/admin/ui/sandbox-frame.tsx'
import { useStandaloneData } from '#app/admin/ui/use-given.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { paths } from '#contracts/paths.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import type { SandboxPage } from '#server/http/sandbox/sandbox-page.ts'

import { Checkout } from './checkout.tsx'

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
			{`${delivered ? 'delivered' : 'waiting'} · ${countNoun(attempts, 'try', 'tries')}${lastError === null ? '' : ` · ${lastError}`}`}
		</dd>
	</div>
)

/** Replaces the payment provider's dashboard: the operator plays the bank and can make webhooks fail. */
const Payments = ({ payments, events, faults, notice, csrf }: PaymentsProps) => (
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

/** Simulates strong customer authentication after the card form. The posted number always belongs to a test card. */
const Challenge = ({ view, values, csrf }: Extract<SandboxPage, { page: 'challenge' }>) => (
	<>
		<p className="text-soft">
			{`A payment of ${formatMoney(view.totalCents, view.currency)} is waiting for your approval. With a real provider, your bank shows this page.`}
		</p>
		<form method="post" action={`/sandbox/checkout/${view.id}`} className="grid max-w-read justify-items-start gap-4">
			{Object.entries({ csrf, ...values }).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<Button type="submit" size="lg" name="action" value="bank-confirm">
				Yes, complete the payment
			</Button>
			<Button type="submit" variant="quiet" name="action" value="bank-refuse">
				No, cancel the payment
			</Button>
		</form>
	</>
)

const Closed = ({ text }: { text: string }) => (
	<>
		<p className="text-soft">{text}</p>
		<p>
			<a className="btn btn-secondary" href={paths.offer}>
				Back to the offer
			</a>
		</p>
	</>
)

const TITLES = {
	checkout: { title: 'Checkout' },
	challenge: { title: 'Your bank asks', heading: 'Your bank asks: is this you?' },
	payments: { title: 'Sandbox payments' },
} as const

/** Pages of the simulated payment provider: plain forms without JavaScript, like a provider's pages. */
export default function SandboxRoute() {
	const page = useStandaloneData<SandboxPage>()
	const words = page.page === 'closed' ? { title: page.title } : TITLES[page.page]
	return (
		<SandboxFrame mode="test mode" banner="TEST MODE: no money moves" siteName={page.siteName} {...words}>
			{page.page === 'checkout' && <Checkout {...page} />}
			{page.page === 'challenge' && <Challenge {...page} />}
			{page.page === 'payments' && <Payments {...page} />}
			{page.page === 'closed' && <Closed {...page} />}
		</SandboxFrame>
	)
}
