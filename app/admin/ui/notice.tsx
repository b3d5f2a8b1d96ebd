import { useEffect, useRef, useState } from 'react'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

import { ActionForm } from './action-form.tsx'
import { useConsole } from './use-console.ts'

/** Confirms the last action, with Undo where that is safe. It stays until it is dismissed or the page changes. */
export function Notice() {
	const { notice, undo } = useConsole()
	const hasScript = useHydrated()
	const shown = useRef<HTMLDivElement>(null)
	const [isDismissed, setIsDismissed] = useState(false)
	// The form that was sent is gone with its dialog, and the focus with it.
	useEffect(() => {
		if (notice !== null && document.activeElement === document.body) shown.current?.focus()
	}, [notice])
	return (
		<div role="status" className="notice" ref={shown} tabIndex={-1}>
			{notice !== null && !isDismissed && (
				<div className="callout" data-tone="good">
					<p>{notice}</p>
					{undo !== null && <ActionForm action={`${consolePaths.undo}/${undo}`} label="Undo" tone="secondary" />}
					{hasScript && (
						<Button variant="quiet" onClick={() => setIsDismissed(true)}>
							Dismiss
						</Button>
					)}
				</div>
			)}
		</div>
	)
}
