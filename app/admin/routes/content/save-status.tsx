import type { ReactNode } from 'react'

import { Alert } from '#app/ui/callout.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

import type { SaveState } from './autosave-options.ts'

/** ID of the element that shows the differences from a version that someone else saved first. */
export const OTHER_VERSION_ID = 'other-version'

export const SAVE_STATUS_ID = 'save-status'

/** Moves focus to what keeps a text from being saved: the other version of a conflict or, until that has loaded, the status. */
export const focusReason = (): void => (document.getElementById(OTHER_VERSION_ID) ?? document.getElementById(SAVE_STATUS_ID))?.focus()

export const RESTORED = 'Saved as a draft, with what you typed here earlier'

const whereKept = ({ isKept }: { isKept: boolean }) =>
	isKept ? 'Your text is kept in this browser.' : 'Keep this page open: this browser can’t store your text.'

function describeState(state: SaveState): string {
	switch (state.is) {
		case 'clean':
			return ''
		case 'typing':
			return 'Not saved yet'
		case 'saving':
			return 'Saving…'
		case 'saved':
			return (state.isRestored ? RESTORED : 'Saved as a draft') + (state.isRenamed ? '. The course shows the new title, too.' : '')
		case 'unchanged':
			return 'Saved as a draft. Nothing has changed since.'
		case 'offline':
			return `Offline. ${whereKept(state)} It’s saved when you’re back online.`
		case 'failed':
			return `The server couldn’t save this. ${whereKept(state)} We’ll try again.`
		case 'signed-out':
			return 'Not saved'
		case 'conflict':
			return 'Not saved: another version was saved first.'
		case 'refused':
			return `${state.message ?? 'Not saved.'} ${whereKept(state)}`
	}
}

const NOT_SAVED: ReadonlySet<SaveState['is']> = new Set(['offline', 'failed', 'signed-out', 'conflict', 'refused'])

/** Shown in an autosaved form whose session has ended. */
const SignInAgain = ({ isKept }: { isKept: boolean }) => (
	<div className="order-last basis-full">
		<Alert title="Your session has ended">
			<p>
				{`${whereKept({ isKept })} `}
				<a href={consolePaths.signIn} target="_blank" rel="noreferrer">
					Sign in again in a new window
				</a>
				{' with the same account, then come back here. It saves automatically.'}
			</p>
		</Alert>
	</div>
)

/** Says if a text is saved. `conflict`: shown if another version was saved first. */
export function SaveStatus({ state, conflict }: { state: SaveState; conflict: ReactNode }) {
	return (
		<>
			<p
				id={SAVE_STATUS_ID}
				role="status"
				tabIndex={-1}
				className={`focus:outline-none empty:absolute ${NOT_SAVED.has(state.is) ? 'font-semibold text-danger-ink' : 'text-soft'}`}
			>
				{describeState(state)}
			</p>
			{state.is === 'conflict' && conflict}
			{state.is === 'signed-out' && <SignInAgain isKept={state.isKept} />}
		</>
	)
}
