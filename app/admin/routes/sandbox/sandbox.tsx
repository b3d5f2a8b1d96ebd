import { SandboxFrame } from '#app/admin/ui/sandbox-frame.tsx'
import { useGiven } from '#app/admin/use-given.ts'
import { paths } from '#contracts/paths.ts'
import type { SandboxPage } from '#server/http/sandbox/sandbox-page.ts'

import { Challenge } from './challenge.tsx'
import { Checkout } from './checkout.tsx'
import { Payments } from './payments.tsx'

const TITLES = {
	checkout: 'Checkout',
	challenge: 'Your bank asks',
	payments: 'Payments of the sandbox',
} as const

function Content({ page }: { page: SandboxPage }) {
	switch (page.page) {
		case 'checkout':
			return <Checkout {...page} />
		case 'challenge':
			return <Challenge {...page} />
		case 'payments':
			return <Payments {...page} />
		case 'closed':
			return (
				<>
					<p className="text-soft">{page.text}</p>
					<p>
						<a className="btn btn-secondary" href={paths.offer}>
							Back to the offer
						</a>
					</p>
				</>
			)
	}
}

/** Pages of the payment sandbox: plain forms without script, as a provider's page would need none of ours. */
export default function SandboxRoute() {
	const { siteName, ...page } = useGiven<SandboxPage>()
	const title = page.page === 'closed' ? page.title : TITLES[page.page]
	return (
		<SandboxFrame
			banner="TEST MODE: no money moves"
			siteName={siteName}
			title={page.page === 'challenge' ? `${title}: is this you?` : title}
		>
			<title>{`${title} (test mode)`}</title>
			<Content page={page} />
		</SandboxFrame>
	)
}
