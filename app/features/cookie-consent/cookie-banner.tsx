import { useEffect } from 'react'
import { Link } from 'react-router'

import { onStorageChange } from '#app/lib/browser-storage.ts'
import { cookieChoice, countStep } from '#app/lib/cookie-choice.ts'
import { Button } from '#app/ui/button.tsx'
import { paths } from '#contracts/paths.ts'

/** Updates the attribute that shows or hides the banner, which the script in the head sets first. Reports the visit if there is consent. */
function updateCookieMark() {
	document.documentElement.toggleAttribute('data-asks-cookies', cookieChoice.read() === null)
	countStep('visit')
}

/**
 * Cookie banner with two equally prominent choices. It is in the HTML and CSS shows it, so it doesn't flash. Before hydration, the script
 * in the head handles clicks on `data-cookies`.
 */
export function CookieBanner() {
	useEffect(() => {
		updateCookieMark()
		return onStorageChange(updateCookieMark)
	}, [])
	return (
		<section
			aria-label="Cookie consent"
			className="screen-only sticky bottom-0 z-30 hidden max-h-[60dvh] overflow-y-auto border-t-2 border-ink bg-raised py-4 in-data-asks-cookies:block"
		>
			<div className="page flex flex-wrap items-center gap-4">
				<p className="mr-auto max-w-152">
					We only store what this site needs to work. Anything else runs only if you accept.{' '}
					<Link to={paths.cookiePolicy} className="underline">
						Cookie Policy
					</Link>
				</p>
				<div className="flex flex-wrap gap-3">
					<Button variant="secondary" data-cookies="declined" onClick={() => cookieChoice.write('declined')}>
						Decline
					</Button>
					<Button variant="secondary" data-cookies="accepted" onClick={() => cookieChoice.write('accepted')}>
						Accept
					</Button>
				</div>
			</div>
		</section>
	)
}
