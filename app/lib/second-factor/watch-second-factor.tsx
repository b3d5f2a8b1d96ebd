import { useEffect, useState, type ComponentType } from 'react'

import { answerFactorQuestion, holdFactorDialog, isFactorAsked } from './factor-question.ts'

/** Stands once, around the pages of the layout. The dialog's code is fetched when a call needs the second factor. */
export function WatchSecondFactor() {
	const [isAsked, setAsked] = useState(false)
	const [parts, setParts] = useState<{ Dialog: ComponentType } | null>(null)

	useEffect(() => holdFactorDialog(() => setAsked(isFactorAsked())), [])
	useEffect(() => {
		if (!isAsked || parts) return
		import('./factor-dialog.tsx').then(
			({ FactorDialog }) => setParts({ Dialog: FactorDialog }),
			// Without the code nobody can be asked: the call is refused, and says so.
			() => answerFactorQuestion(false),
		)
	}, [isAsked, parts])
	return parts && <parts.Dialog />
}
