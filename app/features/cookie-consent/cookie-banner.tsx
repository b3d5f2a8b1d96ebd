import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'

import { onStorageChange } from '#app/lib/browser-storage.ts'
import { Button } from '#app/ui/button.tsx'
import { paths } from '#contracts/paths.ts'

import { cookieChoice } from './cookie-consent.ts'

/** Stands at the foot of every page until the visitor has chosen; both answers weigh the same. */
export function CookieBanner() {
	const isOpen = useSyncExternalStore(
		onStorageChange,
		() => cookieChoice.read() === null,
		() => false,
	)
	if (!isOpen) return null
	return (
		<section aria-label="Cookie consent" data-cookie-banner="" className="cookie-banner screen-only">
			<div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-4">
				<p className="max-w-152">
					We keep what this site needs to work. Anything more runs only if you accept.{' '}
					<Link to={paths.cookiePolicy} className="link">
						Cookie Policy
					</Link>
				</p>
				<div className="flex gap-3">
					<Button variant="secondary" onClick={() => cookieChoice.write('declined')}>
						Decline
					</Button>
					<Button variant="secondary" onClick={() => cookieChoice.write('accepted')}>
						Accept
					</Button>
				</div>
			</div>
		</section>
	)
}
