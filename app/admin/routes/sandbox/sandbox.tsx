import { SandboxFrame } from '#app/admin/ui/sandbox-frame.tsx'
import { useStandaloneData } from '#app/admin/use-given.ts'
import { Button } from '#app/ui/button.tsx'
import { paths } from '#contracts/paths.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import type { SandboxPage } from '#server/http/sandbox/sandbox-page.ts'

import { Checkout } from './checkout.tsx'
import { Payments } from './payments.tsx'

/** Simulates strong customer authentication after the card form. The posted number is always that of a test card. */
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
				No, stop it
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
