import type { ReactNode } from 'react'

import { Alert } from '#app/ui/callout.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

import type { SaveState } from './autosave-options.ts'

/** ID of the element that shows the differences from a version that someone else saved first. */
export const OTHER_VERSION = 'other-version'

export const SAVE_STATUS = 'save-status'

const WORDS: Record<SaveState['is'], string> = {
	clean: '',
	typing: 'Not saved yet',
	saving: 'Saving…',
	saved: 'Saved as a draft',
	unchanged: 'Saved as a draft. Nothing has changed since.',
	offline: 'Offline. Your text is kept in this browser and saved when you’re back online.',
	'signed-out': 'Not saved',
	conflict: 'Not saved: another version was saved first.',
	refused: 'Your text is kept in this browser.',
}

export const RESTORED = 'Saved as a draft, with what you typed here earlier.'

const NOT_SAVED: ReadonlySet<SaveState['is']> = new Set(['offline', 'signed-out', 'conflict', 'refused'])

/** Shown in an autosaved form whose session has ended. */
const SignInAgain = () => (
	<div className="order-last basis-full">
		<Alert title="Your session has ended">
			<p>
				{'Your text is kept in this browser. '}
				<a href={consolePaths.signIn} target="_blank" rel="noreferrer">
					Sign in again in a new window
				</a>
				{', then come back here. It saves automatically.'}
			</p>
		</Alert>
	</div>
)

/** Says if a text is saved. `conflict`: shown if another version was saved first. */
export function SaveStatus({ state, conflict }: { state: SaveState; conflict: ReactNode }) {
	return (
		<>
			<p
				id={SAVE_STATUS}
				role="status"
				tabIndex={-1}
				className={`focus:outline-none empty:absolute ${NOT_SAVED.has(state.is) ? 'font-semibold text-danger-ink' : 'text-soft'}`}
			>
				{state.is === 'refused' && `${state.message ?? 'Not saved.'} `}
				{state.is === 'saved' && state.isRestored ? RESTORED : WORDS[state.is]}
				{state.is === 'saved' && state.isRenamed && '. The course shows the new title, too.'}
			</p>
			{state.is === 'conflict' && conflict}
			{state.is === 'signed-out' && <SignInAgain />}
		</>
	)
}
