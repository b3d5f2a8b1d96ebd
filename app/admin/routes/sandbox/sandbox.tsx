import { SandboxFrame } from '#app/admin/ui/sandbox-frame.tsx'
import { useGiven } from '#app/admin/use-given.ts'
import { paths } from '#contracts/paths.ts'
import type { SandboxPage } from '#server/http/sandbox/sandbox-page.ts'

import { Challenge } from './challenge.tsx'
import { Checkout } from './checkout.tsx'
import { Payments } from './payments.tsx'

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
	const page = useGiven<SandboxPage>()
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
