import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FetcherWithComponents, useFetcher, useLocation, useRevalidator } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button, type ButtonVariant } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Select, TextArea, TextField } from '#app/ui/field.tsx'
import type { FormFailure } from '#server/console/shell/visit.ts'

import { type Expected, useExpect } from './expected.tsx'
import { markUnsent } from './mark-unsent.ts'
import { useConsole } from './page.tsx'
import { ShownForChoice } from './shown-for-choice.tsx'
import { useFormKey } from './use-form-key.ts'
import { useKeptPlace } from './use-kept-place.ts'

/**
 * True if a form stays visible after its object stopped accepting it because of someone else's change, so that typed text can still be
 * copied. Key the component by the location, so that the operator's own success hides the form.
 * @param field name of a field that only this form has
 */
export function useKeptForm(isOffered: boolean, field: string): boolean {
	const { failure } = useConsole()
	const [wasShown] = useState(isOffered || (failure !== null && field in failure.typed))
	return wasShown
}

export type FormField = {
	name: string
	label: string
	hint?: string
	value?: string
	type?: 'text' | 'textarea' | 'email' | 'number' | 'date' | 'datetime-local'
	options?: readonly (readonly [value: string, words: string])[]
	isRequired?: boolean
	maxLength?: number
	autoComplete?: string
	rows?: number
	/** Shown only for these values of another field; always shown without JavaScript. */
	onlyFor?: { name: string; values: readonly string[] }
}

export type ToField = (name: string) => { id: string; name: string; defaultValue: string | undefined; error: string | undefined }

export type ActionFormProps = {
	action: string
	label: string
	/** Object of the label, for screen readers, where several forms have the same label. */
	labelOf?: string
	fields?: readonly FormField[]
	hidden?: Readonly<Record<string, string>>
	/** Distinguishes forms with the same action on one page. */
	id?: string
	/** Requires a second-factor code, unless one was entered recently. */
	isGuarded?: boolean
	/** Warns that the action can't be undone, or explains how to undo it. */
	note?: string | undefined
	/** True if the response is a file or a page outside this app, so the browser submits the form itself. */
	reloads?: boolean
	tone?: ButtonVariant
	/** Keeps the button and the code field at the bottom of the window while a long form scrolls. */
	isSticky?: boolean
	/** Content next to the button. */ beside?: ReactNode
	/** True for a form on one line, such as in a bar. */
	isInline?: boolean
	/** True for quick choices, which can be left without a confirmation. */ isQuick?: boolean
	/** True if the fields contain the submit button. */
	hasButton?: boolean
	/** True if changes are autosaved, so the form never shows “not saved yet”. */
	isAutosaved?: boolean
	/** Keeps focus, scroll position and open groups after a save, and unsaved text if another form is saved. For forms that stay on the page. */
	keepsPlace?: boolean
	hasFile?: boolean
	/** Summary of a collapsed form that is rarely used. It opens after a refusal. */
	summary?: string
	/** Optimistic result, for actions that can be undone or repeated. A refusal restores the row and shows the reason. */
	expected?: Expected
	onCancel?: (() => void) | undefined
	/** Label of the Cancel button, for forms whose submit button also cancels something. */
	cancelLabel?: string
	/**
	 * Renders custom fields, given the submitted values, the errors, the details of a FormRefused, and `field`, which
	 * returns the props of a field by its name.
	 */
	children?: (form: { typed: FormFailure['typed']; errors: FormFailure['fields']; shown: unknown; field: ToField }) => ReactNode
}

const NO_CODE = 'mfa_verification_failed'

const CODE: FormField = {
	name: 'code',
	label: 'Code from your authenticator app',
	hint: 'The 6 digits, or a recovery code. We ask again after 10 minutes.',
	maxLength: 40,
	autoComplete: 'one-time-code',
}

function OneField({ field, given }: { field: FormField; given: ReturnType<ToField> }) {
	const { label, hint, value = '', type = 'text', options, isRequired = true, maxLength = 2000, autoComplete, rows = 6, onlyFor } = field
	const shared = { ...given, label, hint, required: isRequired, defaultValue: given.defaultValue ?? value }
	const control = options ? (
		<Select {...shared} options={options} />
	) : type === 'textarea' ? (
		<TextArea {...shared} rows={rows} maxLength={maxLength} />
	) : (
		<TextField {...shared} type={type} maxLength={maxLength} autoComplete={autoComplete} />
	)
	if (!onlyFor) return control
	return (
		<ShownForChoice {...onlyFor} hasFault={given.error !== undefined}>
			{control}
		</ShownForChoice>
	)
}

/** Returns the ID of the form element, for controls outside it. */
export const toFormId = (action: string, id = '') => `${action} ${id}`.trim().replaceAll(/[^a-z0-9]+/gi, '-')

/** Shown after a button such as Add has changed the form: not an error, but the change isn't saved yet. */
const NOT_SAVED_YET = 'not_saved_yet'

/** Codes of refusals that ask for confirmation; submitting again confirms. */
const ASKS: ReadonlySet<string> = new Set(['amounts_unconfirmed', 'samples_unconfirmed'])

/** Codes of refusals that are explained at the form's fields. */
const SHOWN_BELOW: ReadonlySet<string> = new Set(['amounts_unconfirmed'])

/** True if the form had no field for the code that is now needed. */
const isAskedForCode = ({ code, fields }: FormFailure) => code === NO_CODE && fields.code === undefined

function lookOf(failure: FormFailure) {
	if (failure.code === NOT_SAVED_YET) return { role: 'status' } as const
	return { role: 'alert', tone: ASKS.has(failure.code) || isAskedForCode(failure) ? 'note' : 'danger' } as const
}

export const NO_CONNECTION = 'no_connection'

type Sent = { failure?: FormFailure }

/** Returns the failure of this form: from the script's submission, or from the document if the browser submitted it. */
function useFailure(fetcher: FetcherWithComponents<Sent>, formId: string): FormFailure | null {
	const { failure: ofDocument } = useConsole()
	const { revalidate } = useRevalidator()
	const sent = fetcher.data?.failure
	// After a new sign-in in another tab, this page needs the new token.
	useEffect(() => {
		if (sent && sent.code !== NO_CONNECTION) void revalidate()
	}, [sent, revalidate])
	if (fetcher.state !== 'idle') return null
	return sent ?? (ofDocument?.form === formId ? ofDocument : null)
}

function useCode({ isGuarded = false }: ActionFormProps, failure: FormFailure | null): boolean {
	const { isProven } = useConsole()
	return (isGuarded && !isProven) || failure?.code === NO_CODE
}

const fieldsOf =
	(formId: string, failure: FormFailure | null): ToField =>
	(name) => ({ id: `${formId}-${name}`, name, defaultValue: failure?.typed[name], error: failure?.fields[name] })

/** True if the message only repeats what the fields say. */
export const repeatsFieldErrors = ({ fields, message }: FormFailure) => {
	const texts = Object.values(fields)
	return texts.includes(message) || texts.join(' ') === message
}

function Content({ props, formId, failure }: { props: ActionFormProps; formId: string; failure: FormFailure | null }) {
	const { fields = [], hidden = {}, isSticky = false, isAutosaved = false, note, children } = props
	const { formToken } = useConsole()
	const needsCode = useCode(props, failure)
	const { pathname, search } = useLocation()
	const typed = failure?.typed ?? {}
	const isSavedSoon = useHydrated() && isAutosaved && failure?.code === NOT_SAVED_YET
	const toField = fieldsOf(formId, failure)
	const show = (each: readonly FormField[]) => each.map((field) => <OneField key={field.name} field={field} given={toField(field.name)} />)
	const sent = {
		...hidden,
		form_token: formToken,
		form_id: formId,
		form_page: pathname + search,
		...(failure && { form_after: failure.code }),
	}
	return (
		<>
			{Object.entries(sent).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			{failure && !isSavedSoon && !(SHOWN_BELOW.has(failure.code) && failure.shown !== undefined) && !repeatsFieldErrors(failure) && (
				<Callout {...lookOf(failure)}>
					{isAskedForCode(failure) ? 'One more step: confirm it’s you with a code from your authenticator app.' : failure.message}
				</Callout>
			)}
			{show(fields)}
			{children?.({ typed, errors: failure?.fields ?? {}, shown: failure?.shown, field: toField })}
			{needsCode && !isSticky && show([CODE])}
			{note !== undefined && <p className="text-soft">{note}</p>}
		</>
	)
}

const STACKED =
	'[dialog_.grid>&]:contents grid max-w-160 gap-3 has-[>section,.code-text,.diff,.save-bar,.file-change]:max-w-none has-[>section]:gap-6 has-[>.file-change]:gap-2!'
const INLINE = 'flex flex-wrap items-baseline gap-x-4 gap-y-1'
/** Classes of a bar at the bottom of the window. */
export const STICKY_BAR_CLASSES =
	'sticky-bar sticky bottom-(--bar) z-3 flex flex-wrap items-baseline-last gap-x-4 gap-y-2 border-t border-line bg-ground py-2'

/** Aligns the buttons with the fields, to the right of a section's explanation (form-section.tsx). In a dialog, they stick to its end (hence `contents`). */
const BUTTONS =
	'flex flex-wrap gap-3 xl:in-[form:has(>section)]:ms-60 in-[dialog]:sticky in-[dialog]:bottom-0 in-[dialog]:z-1 in-[dialog]:-mx-(--pad) in-[dialog]:-mb-(--pad) in-[dialog]:border-t in-[dialog]:border-line in-[dialog]:bg-ground in-[dialog]:px-(--pad) in-[dialog]:py-3'

/** Moves focus to the queue's next entry; after the last one, to the one before it. */
function focusNext(form: HTMLFormElement | null): void {
	const entry = form?.closest<HTMLElement>('[data-stop]')
	if (!entry) return
	// Already handled entries stay hidden until the page has reloaded.
	const shown = [...(entry.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-stop]:not([hidden])') ?? [])]
	const at = shown.indexOf(entry)
	const next = shown[at + 1] ?? shown[at - 1]
	next?.focus({ preventScroll: true })
}

function OneForm({ onSave, ...props }: ActionFormProps & { onSave: () => void }) {
	const { action, label, labelOf, id, reloads = false, hasFile = false, isSticky = false, tone = 'primary', summary } = props
	const { expected, onCancel, cancelLabel = 'Cancel', keepsPlace = false, hasButton = false, beside } = props
	const { isInline = false, isQuick = isInline } = props
	const fetcher = useFetcher<Sent>()
	const form = useRef<HTMLFormElement>(null)
	const formId = toFormId(action, id)
	const failure = useFailure(fetcher, formId)
	const needsCode = useCode(props, failure)
	const expect = useExpect(formId, expected)
	// Only the first render decides if a collapsed form is open: a form submitted by script was already open.
	const [isOpenAtFirst] = useState(failure !== null)
	useEffect(() => {
		if (!failure) return
		markUnsent(form.current)
		if (failure.code === NOT_SAVED_YET) return
		const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [name="code"]')
		if (field) field.focus()
		else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' }) // otherwise it might be behind a sticky bar
	}, [failure])
	const onSubmit = () => {
		expect()
		if (expected?.becomes === null) focusNext(form.current)
		if (keepsPlace) onSave()
	}
	const Form = reloads ? 'form' : fetcher.Form
	const encType = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
	const content = (
		<Form
			ref={form}
			id={formId}
			method="post"
			action={action}
			encType={encType}
			noValidate
			data-quick={isQuick || undefined}
			data-keeps={keepsPlace || undefined}
			className={isInline ? INLINE : STACKED}
			onSubmit={onSubmit}
			{...((keepsPlace || expected) && { preventScrollReset: true })}
		>
			<Content props={props} formId={formId} failure={failure} />
			<div className={isSticky ? STICKY_BAR_CLASSES : BUTTONS}>
				{isSticky && needsCode && <OneField field={CODE} given={fieldsOf(formId, failure)('code')} />}
				{!hasButton && (
					<Button type="submit" variant={tone} pending={fetcher.state !== 'idle'}>
						{label}
						{labelOf !== undefined && <span className="sr-only">{` ${labelOf}`}</span>}
					</Button>
				)}
				{beside}
				{onCancel && (
					<Button variant="quiet" onClick={onCancel}>
						{cancelLabel}
					</Button>
				)}
			</div>
		</Form>
	)
	if (summary === undefined) return content
	return (
		<Disclosure summary={summary} open={isOpenAtFirst}>
			{content}
		</Disclosure>
	)
}

/** Form for an action. Errors are shown in place; without JavaScript, after a reload. Resets on navigation and on success. */
export function ActionForm(props: ActionFormProps) {
	const { key } = useLocation()
	const formId = toFormId(props.action, props.id)
	const ownKey = useFormKey(formId)
	const shownKey = props.keepsPlace ? ownKey : key
	const onSave = useKeptPlace(shownKey, formId)
	return <OneForm key={shownKey} {...props} onSave={onSave} />
}
