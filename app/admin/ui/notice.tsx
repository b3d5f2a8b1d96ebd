import { useState, useSyncExternalStore } from 'react'

import { Button } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

import { ActionForm } from './action-form.tsx'
import { useConsole } from './use-console.ts'

const never = () => () => {}

/** What was just done, in words, with Undo where that is safe. It stays until it is dismissed or the page changes. */
export function Notice() {
	const { notice, undo } = useConsole()
	const hasScript = useSyncExternalStore(
		never,
		() => true,
		() => false,
	)
	const [isDismissed, setIsDismissed] = useState(false)
	return (
		<div role="status" className="notice">
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
