import { useEffect, useState, type ComponentType } from 'react'

import { factorQuestion, proofQuestion, type Question } from '#app/lib/question.ts'

type Load = () => Promise<ComponentType>

const loadFactorDialog: Load = async () => (await import('./factor-dialog.tsx')).FactorDialog
const loadProofDialog: Load = async () => (await import('./proof-dialog.tsx')).ProofDialog

/** Rendered once in the layout, for calls that need the second factor or a fresh session. */
export function WatchSecondFactor() {
	return (
		<>
			<Watch question={factorQuestion} load={loadFactorDialog} />
			<Watch question={proofQuestion} load={loadProofDialog} />
		</>
	)
}

/** The dialog's code is fetched when it is needed. */
function Watch({ question, load }: { question: Question; load: Load }) {
	const [isAsked, setAsked] = useState(false)
	const [parts, setParts] = useState<{ Dialog: ComponentType } | null>(null)

	useEffect(() => question.hold(() => setAsked(question.isAsked())), [question])
	useEffect(() => {
		if (!isAsked || parts) return
		load().then(
			(Dialog) => setParts({ Dialog }),
			// Without the dialog's code the question can't be asked, so the call is refused and says so.
			() => question.answer(false),
		)
	}, [question, load, isAsked, parts])
	return parts && <parts.Dialog />
}
