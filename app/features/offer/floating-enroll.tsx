import { useSyncExternalStore } from 'react'

import { LinkButton } from '#app/ui/button.tsx'
import type { Link } from '#content/schema/primitives.ts'

const APPEARS_AFTER_PX = 300

function onScroll(listener: () => void) {
	window.addEventListener('scroll', listener, { passive: true })
	return () => window.removeEventListener('scroll', listener)
}

export function FloatingEnroll({ link }: { link: Link }) {
	const isVisible = useSyncExternalStore(
		onScroll,
		() => window.scrollY > APPEARS_AFTER_PX,
		() => false,
	)
	// Always rendered, because the page's scroll padding depends on it (app/styles/funnel.css).
	return (
		<div className="floating-enroll screen-only" hidden={!isVisible}>
			<p className="page text-right">
				<LinkButton to={link.href}>{link.label}</LinkButton>
			</p>
		</div>
	)
}
