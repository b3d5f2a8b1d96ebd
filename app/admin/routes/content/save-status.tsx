import { Button } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/callout.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

import type { SaveState } from './autosave.ts'

/** ID of the element that shows the differences from a version that someone else saved first. */
export const OTHER_VERSION = 'other-version'

const WORDS: Record<SaveState['is'], string> = {
	clean: '',
	typing: 'Not saved yet',
	saving: 'Saving…',
	saved: 'Saved as a draft',
	unchanged: 'Saved as a draft. Nothing has changed since.',
	offline: 'Offline. Your text is kept in this browser and saved when you’re back online.',
	'signed-out': 'Your session has ended. Your text is kept in this browser.',
	conflict: 'Not saved: another version was saved first.',
	refused: 'Your text is kept in this browser.',
}

const NOT_SAVED: ReadonlySet<SaveState['is']> = new Set(['offline', 'signed-out', 'conflict', 'refused'])

/** Shown in an autosaved form whose session has ended. */
export const SignInAgain = () => (
	<Alert title="Your session has ended">
		<p>
			{'Your text is kept in this browser. '}
			<a href={consolePaths.signIn} target="_blank" rel="noreferrer">
				Sign in again in a new window
			</a>
			{', then come back here. It saves automatically.'}
		</p>
	</Alert>
)

export function SaveStatus({ state }: { state: SaveState }) {
	return (
		<>
			<p role="status" className={`empty:absolute ${NOT_SAVED.has(state.is) ? 'font-semibold text-danger-ink' : 'text-soft'}`}>
				{state.is === 'refused' && `${state.message ?? 'Not saved.'} `}
				{WORDS[state.is]}
				{state.is === 'saved' && state.isRenamed && '. The course shows the new title, too.'}
			</p>
			{state.is === 'conflict' && (
				<Button variant="quiet" onClick={() => document.getElementById(OTHER_VERSION)?.focus()}>
					Compare
				</Button>
			)}
			{state.is === 'signed-out' && <SignInAgain />}
		</>
	)
}
