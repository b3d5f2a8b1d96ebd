import { type ReactNode, useRef } from 'react'
import { useFetchers } from 'react-router'

import { SignInAgain } from '#app/admin/routes/content/save-status.tsx'
import { STICKY_BAR_CLASSES, toFormId } from '#app/admin/ui/action-form.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'

import { type DraftSaveState, useDraftAutosave } from './use-draft-autosave.ts'

const WORDS: Record<DraftSaveState['is'], string> = {
	clean: '',
	typing: 'Not saved yet',
	saving: 'Saving…',
	saved: 'Saved as a draft',
	offline: 'Not saved: we can’t reach the server. We’ll keep trying.',
	'signed-out': 'Not saved yet',
	conflict: 'Not saved: someone else changed this email. Copy your text, then reload the page.',
	refused: 'Not saved yet: ',
}

const LOUD: ReadonlySet<DraftSaveState['is']> = new Set(['offline', 'signed-out', 'conflict', 'refused'])

type DraftBarProps = Parameters<typeof useDraftAutosave>[0] & { children?: ReactNode }

/** Bar of an autosaved form: its actions, a button that saves, and whether everything is saved. */
export function DraftBar({ action, address, onSaved, onRestored, children }: DraftBarProps) {
	const status = useRef<HTMLParagraphElement>(null)
	const hasScript = useHydrated()
	const isSubmitted = useFetchers().some(({ formAction }) => formAction === action)
	const state = useDraftAutosave({ action, address, onSaved, onRestored }, status)
	return (
		<div
			className={
				hasScript
					? `${STICKY_BAR_CLASSES} max-md:gap-x-2 max-md:[&_.btn:not(dialog_*)]:px-2 max-md:[&_.btn:not(dialog_*)]:text-(length:--text-sm)`
					: 'action-row'
			}
		>
			{children}
			<Button type="submit" form={toFormId(action)} variant="secondary" pending={isSubmitted}>
				Save draft
			</Button>
			<p
				ref={status}
				role="status"
				tabIndex={-1}
				className={`self-center ${LOUD.has(state.is) ? 'font-semibold text-danger-ink' : 'text-soft'}`}
			>
				{WORDS[state.is]}
				{state.is === 'refused' && state.problem}
			</p>
			{state.is === 'signed-out' && <SignInAgain />}
		</div>
	)
}
