import { reportSaved, takeUnsentText, unsentTextStore } from '#app/admin/use-unsent-text.ts'
import { newId } from '#app/lib/new-id.ts'
import type { SavedDraft } from '#server/console/shell/answer-autosave.ts'

import type { AutosaveOptions } from './autosave-options.ts'
import { mergeTypedText, listEarlyText } from './early-text.ts'
import { fillFields } from './fill-fields.ts'
import { findFormToken, postFields, readFields, readMessage, parseSaveResponse } from './save-answers.ts'

type Fields = Readonly<Record<string, string>>

const SAVE_MS = 1500
/** Maximum delay while someone types without a pause. */
const SAVE_AT_LEAST_MS = 5000
const RETRY_MS = 5000

/** Saves a text immediately in this browser, and after a short pause on the server. */
export class Autosave<Saved extends SavedDraft = SavedDraft> {
	base: string
	private readonly options: AutosaveOptions<Saved>
	private readonly kept: ReturnType<typeof unsentTextStore>
	private formToken: string
	private isDirty = false
	private isBusy = false
	private saving: Promise<void> = Promise.resolve()
	private isStopped = false
	private isDiscarded = false
	/** False if this browser's storage is full or blocked. */
	private isKept = true
	private isSignedOut = false
	private isRefused = false
	/** True if the next save is for the Save button, so that its version stays in the history. */
	private isByButton = false
	/** ID of the conflicting version that the user has looked at. Only then may Save replace it. */
	private otherSeen: string | null = null
	/** True if the last save failed. */
	private hasFailed = false
	/** True once everything typed on this page is on the server. */
	isSaved = false
	/** Latest response; null if something was typed since. */
	answered: Saved | null = null
	/** ID of the version this edit was based on before a conflict was found. */
	private baseBeforeConflict: string | null = null
	private keepTimer = 0
	private saveTimer = 0
	private dirtySince = 0
	private waiting: Fields | null = null
	/** Fields sent in a save that got no response. The server may have saved them; if so, the next save is based on that version. */
	private sent: Fields | null = null

	constructor(options: AutosaveOptions<Saved>) {
		this.options = options
		this.base = options.base
		this.formToken = options.formToken
		this.kept = unsentTextStore(options.file, newId())
	}

	/** Sends the copy stored when the page was closed, crashed or lost its session. */
	start(): void {
		const draft = takeUnsentText(this.options.file, this.options.owner)
		if (draft) this.isKept = this.kept.write(draft)
		const typed = listEarlyText(this.options.form)
		if (!draft) {
			if (typed.length > 0) this.onInput()
			return
		}
		const added = typed.map((field) => [field.name, mergeTypedText(draft.fields[field.name] ?? field.before, field)])
		this.setWaiting({ ...draft.fields, ...Object.fromEntries(added) })
		this.sent = draft.sent ?? null
		this.isDirty = true
		void this.save()
	}

	readonly onInput = () => {
		// The restored draft replaces the form's text once the server has it.
		if (this.waiting) return
		if (!this.isDirty) this.dirtySince = Date.now()
		this.isDirty = true
		this.isSaved = false
		this.answered = null
		if (!this.isBusy && !this.isSignedOut && !this.isInConflict) this.options.onState({ is: 'typing' })
		window.clearTimeout(this.saveTimer)
		// In a later task, so that fields that depend on this one are updated first.
		if (this.keepTimer === 0) this.keepTimer = window.setTimeout(this.keep)
		const pause = Math.max(0, Math.min(SAVE_MS, this.dirtySince + SAVE_AT_LEAST_MS - Date.now()))
		this.saveTimer = window.setTimeout(this.retry, pause)
	}

	readonly keep = () => {
		window.clearTimeout(this.keepTimer)
		this.keepTimer = 0
		if (!this.isDirty || this.waiting || this.isDiscarded) return
		this.isKept = this.kept.write({
			fields: this.withBase(readFields(this.options.form), this.baseBeforeConflict ?? this.base),
			at: new Date().toISOString(),
			owner: this.options.owner,
			...(this.sent && { sent: this.sent }),
		})
	}

	/** Saves, or looks for a new sign-in: after a pause, when the window regains focus, or when the network is back. */
	readonly retry = () => {
		if (this.isSignedOut) void this.signIn()
		else if (this.isDirty) void this.save()
	}

	/**
	 * Saves before a regular submit, which shows why a text is refused.
	 * @returns false if the text can't be saved now, so a submit would fail too, or would replace a version that hasn't been looked at
	 */
	async flush(isByButton = false): Promise<boolean> {
		window.clearTimeout(this.saveTimer)
		await this.saving
		if (isByButton) {
			this.isByButton = true
			if (this.isSaved) this.isDirty = true
		}
		if (this.isSignedOut) await this.signIn()
		if (this.isInConflict) return this.otherSeen === this.shownBase
		await this.save()
		if (!this.isDirty || this.isRefused) return true
		// Saves again if something changed during the save.
		return !this.hasFailed && !this.isStopped && this.flush()
	}

	/** Version in the form's own field, which a submit without the autosave would be based on. */
	private get shownBase(): string | null {
		return readFields(this.options.form)[this.options.baseName] ?? null
	}

	markOtherSeen(): void {
		this.otherSeen = this.shownBase
	}

	/** True if the server has everything typed so far. */
	get isUpToDate(): boolean {
		return !this.isDirty && !this.isBusy && !this.isSignedOut
	}

	get isInConflict(): boolean {
		return this.baseBeforeConflict !== null
	}

	stop(): void {
		this.keep()
		window.clearTimeout(this.saveTimer)
		this.isStopped = true
	}

	/** Discards the typed text, because the user chose another version. */
	discard(): void {
		window.clearTimeout(this.keepTimer)
		window.clearTimeout(this.saveTimer)
		this.isStopped = true
		this.isDiscarded = true
		this.isDirty = false
		this.kept.clear()
		reportSaved(this.options.form)
	}

	private async signIn(): Promise<void> {
		const token = await findFormToken(this.options.owner)
		if (token === null) {
			window.clearTimeout(this.saveTimer)
			if (!this.isStopped) this.saveTimer = window.setTimeout(this.retry, RETRY_MS)
			return
		}
		this.isSignedOut = false
		this.formToken = token
		this.options.onSignedIn()
		await this.save()
	}

	private async save(): Promise<void> {
		if (this.isBusy) return this.saving
		if (this.isStopped || this.isSignedOut || this.isInConflict || !this.isDirty) return
		this.saving = this.send()
		await this.saving
	}

	private async send(): Promise<void> {
		this.isBusy = true
		this.isDirty = false
		this.isRefused = false
		this.hasFailed = false
		this.options.onState({ is: 'saving' })
		this.dirtySince = Date.now()
		let answer = this.sent && (await this.post(this.sent))
		const isKnown = this.sent === null || (answer !== null && (answer.ok || answer.status === 409 || answer.status === 422))
		if (answer?.ok) await this.follow(answer)
		const restored = this.waiting
		if (isKnown) {
			const fields = restored ?? this.withBase(readFields(this.options.form))
			this.sent = fields
			answer = await this.post(fields)
			if (answer && !answer.ok && answer.status < 500) this.sent = null
		}
		await this.take(answer, restored).finally(() => {
			this.isBusy = false
		})
	}

	/** Handles the response to a retried save. The server saves the same text only once, so the version is the one from the lost response. */
	private async follow(answer: Response): Promise<void> {
		const saved = await parseSaveResponse(answer)
		if (!saved) return
		if (this.waiting) this.waiting = this.withBase(this.waiting, saved.base)
		else this.setBase(saved.base)
	}

	private withBase(fields: Fields, base = this.base): Fields {
		return { ...fields, [this.options.baseName]: base }
	}

	private baseOf(fields: Fields): string {
		return fields[this.options.baseName] ?? ''
	}

	private post(fields: Fields): Promise<Response | null> {
		return postFields(this.options.address, { ...fields, form_token: this.formToken, ...(this.isByButton && { do: 'save' }) })
	}

	private setWaiting(fields: Fields | null): void {
		this.waiting = fields
		this.options.onRestoring(fields !== null)
	}

	private async take(answer: Response | null, restored: Fields | null): Promise<void> {
		if (this.isDiscarded) return
		const saved = answer && (await parseSaveResponse<Saved>(answer))
		if (saved) this.sent = null
		if (answer?.ok && saved) return this.done(saved, restored !== null)
		this.isDirty = true
		this.hasFailed = true
		if (answer?.status === 409 && saved) {
			// The user decides which text to keep, with the form's buttons.
			this.baseBeforeConflict = restored ? this.baseOf(restored) : this.base
			this.setBase(saved.base)
			// The form doesn't show the restored text yet, so its stored copy must stay.
			if (!restored) this.keep()
			this.setWaiting(null)
			this.options.onState({ is: 'conflict' })
			if (this.options.fillsFields) return void (restored && fillFields(this.options.form, this.withBase(restored)))
			return this.options.onAnswer(saved, restored !== null, false)
		}
		this.keep()
		if (answer?.status === 403) {
			this.isSignedOut = true
			this.options.onState({ is: 'signed-out', isKept: this.isKept })
			// The form token may be outdated because of a new sign-in in another window.
			return void this.signIn()
		}
		const isRefused = answer !== null && answer.status >= 400 && answer.status < 500 && answer.status !== 429
		this.isRefused = isRefused
		if (isRefused && restored) this.putIntoForm(restored)
		if (isRefused) return this.options.onState({ is: 'refused', message: await readMessage(answer), isKept: this.isKept })
		this.options.onState({ is: answer ? 'failed' : 'offline', isKept: this.isKept })
		this.saveTimer = window.setTimeout(() => void this.save(), RETRY_MS)
	}

	/** Puts a refused draft into the form, where it can be corrected. It stays based on the version it was written for. */
	private putIntoForm(restored: Fields): void {
		this.setWaiting(null)
		this.setBase(this.baseOf(restored))
		this.isDirty = fillFields(this.options.form, this.withBase(restored))
	}

	/** Sets the field right away: the form may be submitted before the next render. */
	private setBase(base: string): void {
		this.base = base
		const input = this.options.form.elements.namedItem(this.options.baseName)
		if (input instanceof HTMLInputElement) input.value = base
	}

	private done(saved: Saved, isRestored: boolean, isByButton = this.isByButton): void {
		this.setBase(saved.base)
		this.setWaiting(null)
		if (!this.isDirty) {
			this.isSaved = true
			this.isByButton = false
			this.answered = saved
			this.kept.clear()
			const { at, isRenamed = false } = saved
			this.options.onState({ is: 'saved', at: String(at), isRenamed, isRestored })
			reportSaved(this.options.form)
		} else {
			this.options.onState({ is: 'typing' })
			this.keep()
			this.saveTimer = window.setTimeout(() => void this.save(), SAVE_MS)
		}
		this.options.onAnswer(saved, isRestored, isByButton)
	}
}
