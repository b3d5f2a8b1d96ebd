import type { SavedDraft } from '#server/console/shell/answer-autosave.ts'

export type SaveState =
	| { is: 'clean' }
	| { is: 'typing' | 'saving' | 'conflict' }
	/** `failed`: the server had an error or too many requests. `isKept`: false if this browser couldn't store the text. */
	| { is: 'offline' | 'failed' | 'signed-out'; isKept: boolean }
	/** `message`: the server's reason. */
	| { is: 'refused'; message: string | null; isKept: boolean }
	/**
	 * `isRenamed`: true if the name of the lesson or module in lists was changed, too; `isRestored`: true if the text was typed before the page
	 * was opened.
	 */
	| { is: 'saved'; at: string; isRenamed?: boolean; isRestored?: boolean }
	/** Save was clicked, but nothing has changed since the last save. */
	| { is: 'unchanged' }

export type AutosaveOptions<Saved extends SavedDraft = SavedDraft> = {
	/** Name under which this browser keeps the text: its file, or the URL that saves it. */
	file: string
	/** Operator who types; unsaved text of another one in this browser isn't sent. */
	owner: string
	/** URL that saves the form's fields. */
	address: string
	form: HTMLFormElement
	formToken: string
	/** Version that the form shows. */
	base: string
	/** Name of the field with that version. */
	baseName: 'base' | 'seen'
	/** True if a restored text that conflicts is put into the fields; false if `onAnswer` shows it. */
	fillsFields: boolean
	onState: (state: SaveState) => void
	/** True while a draft kept in this browser is not yet in the form; the form must not be edited then. */
	onRestoring: (isRestoring: boolean) => void
	/** @param isRestored true if the response is for a draft kept in this browser, which the form doesn't show yet */
	onAnswer: (answer: Saved, isRestored: boolean, isByButton: boolean) => void
	onSignedIn: () => void
}
