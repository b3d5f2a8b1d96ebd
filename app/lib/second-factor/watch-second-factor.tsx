import { useEffect, useState, type ComponentType } from 'react'

import { answerFactorQuestion, holdFactorDialog, isFactorAsked } from '#app/lib/factor-question.ts'

import { answerProofQuestion, holdProofDialog, isProofAsked } from './proof-question.ts'

type Question = {
	hold: (notify: () => void) => () => void
	isAsked: () => boolean
	answer: (isPassed: boolean) => void
	load: () => Promise<ComponentType>
}

const FACTOR: Question = {
	hold: holdFactorDialog,
	isAsked: isFactorAsked,
	answer: answerFactorQuestion,
	load: async () => (await import('./factor-dialog.tsx')).FactorDialog,
}

const PROOF: Question = {
	hold: holdProofDialog,
	isAsked: isProofAsked,
	answer: answerProofQuestion,
	load: async () => (await import('./proof-dialog.tsx')).ProofDialog,
}

/** Rendered once in the layout, for calls that need the second factor or a fresh session. */
export function WatchSecondFactor() {
	return (
		<>
			<Watch question={FACTOR} />
			<Watch question={PROOF} />
		</>
	)
}

/** The dialog's code is fetched when it is needed. */
function Watch({ question }: { question: Question }) {
	const [isAsked, setAsked] = useState(false)
	const [parts, setParts] = useState<{ Dialog: ComponentType } | null>(null)

	useEffect(() => question.hold(() => setAsked(question.isAsked())), [question])
	useEffect(() => {
		if (!isAsked || parts) return
		question.load().then(
			(Dialog) => setParts({ Dialog }),
			// Without the dialog's code nobody can be asked, so the call is refused and says so.
			() => question.answer(false),
		)
	}, [question, isAsked, parts])
	return parts && <parts.Dialog />
}
