import { useSyncExternalStore } from 'react'

import { LinkButton } from '#app/ui/button.tsx'
import type { Link } from '#content/schema/primitives.ts'

const APPEARS_AFTER_PX = 300

function onScroll(listener: () => void) {
	window.addEventListener('scroll', listener, { passive: true })
	return () => window.removeEventListener('scroll', listener)
}

/** Opaque bar at the bottom of the window. */
const BAR = 'fixed inset-x-0 bottom-0 z-30 border-t border-line bg-ground py-2'
/** Moves the bar below the header while the cookie banner is at the bottom. */
const BELOW_HEADER =
	'in-data-asks-cookies:top-18 in-data-asks-cookies:bottom-auto in-data-asks-cookies:border-t-0 in-data-asks-cookies:border-b'

export function FloatingEnroll({ link }: { link: Link }) {
	const isVisible = useSyncExternalStore(
		onScroll,
		() => window.scrollY > APPEARS_AFTER_PX,
		() => false,
	)
	// Always rendered, because the page's scroll padding depends on it (app/styles/shell.css).
	return (
		<div className={`floating-enroll screen-only ${BAR} ${BELOW_HEADER}`} hidden={!isVisible}>
			<p className="page text-right">
				<LinkButton to={link.href}>{link.label}</LinkButton>
			</p>
		</div>
	)
}
