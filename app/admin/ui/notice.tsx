import { useEffect, useRef, useState } from 'react'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

import { ActionForm } from './action-form.tsx'
import { useExpected } from './expected.tsx'
import { useConsole } from './page.tsx'

/**
 * Shows the notice until it is dismissed or the page changes. Optimistic actions are confirmed before the server responds, and
 * can be undone afterwards.
 */
export function Notice() {
	const { notice, undo } = useConsole()
	const hasScript = useHydrated()
	const shown = useRef<HTMLDivElement>(null)
	const [isDismissed, setIsDismissed] = useState(false)
	const says = useExpected().at(-1)?.says
	// A refusal is shown at its form, so an older notice is outdated.
	useEffect(() => {
		if (says !== undefined) setIsDismissed(true)
	}, [says])
	const words = says ?? (isDismissed ? null : notice)
	// The dialog with the submitted form was removed, so the focus was lost.
	useEffect(() => {
		if (notice !== null && document.activeElement === document.body) shown.current?.focus()
	}, [notice])
	return (
		<div role="status" className="notice" ref={shown} tabIndex={-1}>
			{words !== null && (
				<div className="callout" data-tone="good" data-toast={(hasScript && (says !== undefined || undo !== null)) || undefined}>
					<p>{words}</p>
					{says === undefined && undo !== null && <ActionForm action={`${consolePaths.undo}/${undo}`} label="Undo" tone="secondary" />}
					{says === undefined && hasScript && (
						<Button variant="quiet" onClick={() => setIsDismissed(true)}>
							Dismiss
						</Button>
					)}
				</div>
			)}
		</div>
	)
}
