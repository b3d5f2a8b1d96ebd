import { useEffect, useState, type ComponentType } from 'react'

import { secondFactorPrompt, proofPrompt, type Prompt } from '#app/lib/prompt.ts'

type Load = () => Promise<ComponentType>

const loadFactorDialog: Load = async () => (await import('./factor-dialog.tsx')).FactorDialog
const loadProofDialog: Load = async () => (await import('./proof-dialog.tsx')).ProofDialog

/** Opens the dialogs for calls that need the second factor or reauthentication. Rendered once, in the layout. */
export function WatchSecondFactor() {
	return (
		<>
			<Watch prompt={secondFactorPrompt} load={loadFactorDialog} />
			<Watch prompt={proofPrompt} load={loadProofDialog} />
		</>
	)
}

/** Opens a dialog when its prompt starts. The dialog's code is loaded on demand. */
function Watch({ prompt, load }: { prompt: Prompt; load: Load }) {
	const [isAsked, setAsked] = useState(false)
	const [parts, setParts] = useState<{ Dialog: ComponentType } | null>(null)

	useEffect(() => prompt.hold(() => setAsked(prompt.isAsked())), [prompt])
	useEffect(() => {
		if (!isAsked || parts) return
		load().then(
			(Dialog) => setParts({ Dialog }),
			// If the dialog's code can't be loaded, the prompt counts as declined, and the call fails with its refusal.
			() => prompt.answer(false),
		)
	}, [prompt, load, isAsked, parts])
	return parts && <parts.Dialog />
}
