import { useNavigate } from 'react-router'

import { Button, LinkButton } from '#app/ui/button.tsx'
import type { LegalWords } from '#content/schema/legal.ts'
import { paths } from '#contracts/paths.ts'

/** Whether Back leads to a page of ours; otherwise it goes to the home page. */
function hasPageBefore(): boolean {
	const state = window.history.state as { idx?: number } | null
	return (state?.idx ?? 0) > 0 || document.referrer.startsWith(`${window.location.origin}/`)
}

/** Back and Return to Home. Back needs JavaScript; the browser has its own. */
export function BackButtons({ words }: { words: Pick<LegalWords, 'backLabel' | 'homeLabel'> }) {
	const navigate = useNavigate()
	return (
		<p className="screen-only flex flex-wrap gap-4">
			<Button variant="secondary" className="needs-js" onClick={() => void (hasPageBefore() ? navigate(-1) : navigate(paths.home))}>
				{words.backLabel}
			</Button>
			<LinkButton to={paths.home} variant="secondary">
				{words.homeLabel}
			</LinkButton>
		</p>
	)
}
