import { useSyncExternalStore } from 'react'

import { LinkButton } from '#app/ui/button.tsx'
import type { Link } from '#content/schema/primitives.ts'

/** Spec A §9: the button appears after 300 px of scroll. */
const APPEARS_AFTER_PX = 300

function onScroll(listener: () => void) {
	window.addEventListener('scroll', listener, { passive: true })
	return () => window.removeEventListener('scroll', listener)
}

/** Enroll Now, at hand while the visitor reads on (spec A §4). */
export function FloatingEnroll({ link }: { link: Link }) {
	const isVisible = useSyncExternalStore(
		onScroll,
		() => window.scrollY > APPEARS_AFTER_PX,
		() => false,
	)
	// There from the start: the scroll padding of the page counts on it (app/styles/funnel.css).
	return (
		<div className="floating-enroll screen-only" hidden={!isVisible}>
			<p className="page text-right">
				<LinkButton to={link.href}>{link.label}</LinkButton>
			</p>
		</div>
	)
}
