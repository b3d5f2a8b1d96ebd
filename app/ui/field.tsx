import { type ComponentProps, type ReactNode, use, useId } from 'react'

import { Alert } from './callout.tsx'
import { RefusedForm, ServerPart, useFormRefusal } from './server-part.ts'

export function fieldDescriptionIds(id: string, parts: { hint?: string | undefined; error?: string | undefined }) {
	const hintId = `${id}-hint`
	const errorId = `${id}-error`
	const describedBy = [parts.error && errorId, parts.hint && hintId].filter(Boolean).join(' ')
	return {
		hintId,
		errorId,
		aria: { 'aria-describedby': describedBy || undefined, 'aria-invalid': parts.error ? (true as const) : undefined },
	}
}

type FieldTexts = { label: string; hint?: string | undefined; error?: string | undefined }

type Aria = Pick<ComponentProps<'input'>, 'aria-describedby' | 'aria-invalid'>

/** Adds a control's own ARIA attributes to those of its field. */
const withOwn = (aria: Aria, own: Aria): Aria => ({
	'aria-describedby': [own['aria-describedby'], aria['aria-describedby']].filter(Boolean).join(' ') || undefined,
	'aria-invalid': own['aria-invalid'] ?? aria['aria-invalid'],
})

/** Label, hint and error around a control. The control gets its ARIA attributes through `children`. */
export function Field(props: FieldTexts & { id: string; children: (aria: ReturnType<typeof fieldDescriptionIds>['aria']) => ReactNode }) {
	const { hintId, errorId, aria } = fieldDescriptionIds(props.id, props)
	return (
		<div className="grid gap-1.5">
			<label htmlFor={props.id} className="font-semibold">
				{props.label}
			</label>
			{props.hint && (
				<p id={hintId} className="text-soft">
					{props.hint}
				</p>
			)}
			{props.children(aria)}
			{props.error && (
				<p id={errorId} className="font-semibold text-danger-ink">
					{props.error}
				</p>
			)}
		</div>
	)
}

/** Returns the field's ID and, after the server refused the form, its error and the text that was typed. */
function useField(id: string | undefined, name: string | undefined, error: string | undefined) {
	const generated = useId()
	return { ...useFormRefusal(name, error), id: id ?? generated }
}

/** The button of a file input looks like a secondary button. */
const FILE =
	'file:mr-3 max-md:file:min-h-9 file:cursor-pointer file:rounded-sm file:border-[length:var(--outline,2px)] file:border-solid file:border-current file:px-3 file:font-semibold file:hover:bg-ink file:hover:text-ground'

export function TextField({ label, hint, error, className = '', id, ...rest }: FieldTexts & ComponentProps<'input'>) {
	const field = useField(id, rest.name, error)
	return (
		<Field id={field.id} label={label} hint={hint} error={field.error}>
			{(aria) => (
				<input
					{...rest}
					{...withOwn(aria, rest)}
					{...field.typed}
					id={field.id}
					className={`control ${rest.type === 'file' ? FILE : ''} ${className}`}
				/>
			)}
		</Field>
	)
}

export const EmailField = (props: FieldTexts & ComponentProps<'input'>) => (
	<TextField name="email" type="email" autoComplete="email" inputMode="email" maxLength={254} required {...props} />
)

export function TextArea({ label, hint, error, className = '', id, rows = 5, ...rest }: FieldTexts & ComponentProps<'textarea'>) {
	const field = useField(id, rest.name, error)
	return (
		<Field id={field.id} label={label} hint={hint} error={field.error}>
			{(aria) => (
				<textarea {...rest} {...withOwn(aria, rest)} {...field.typed} id={field.id} rows={rows} className={`control ${className}`} />
			)}
		</Field>
	)
}

type SelectProps = FieldTexts &
	ComponentProps<'select'> & {
		/** Label of the first option, whose value is empty. */
		emptyLabel?: string
		options?: readonly (readonly [value: string, label: string])[]
	}

export function Select({ label, hint, error, className = '', id, emptyLabel, options = [], children, ...rest }: SelectProps) {
	const field = useField(id, rest.name, error)
	return (
		<Field id={field.id} label={label} hint={hint} error={field.error}>
			{(aria) => (
				<select {...rest} {...withOwn(aria, rest)} {...field.typed} id={field.id} className={`control ${className}`}>
					{emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
					<Options options={options} />
					{children}
				</select>
			)}
		</Field>
	)
}

/** Options of a select, by value. */
export const Options = ({ options }: Required<Pick<SelectProps, 'options'>>) =>
	options.map(([value, label]) => (
		<option key={value} value={value}>
			{label}
		</option>
	))

/** Field for a six-digit code: numeric keypad, autofill from SMS, and pasting with spaces. */
export function CodeField({ maxLength = 6, ...rest }: FieldTexts & Omit<ComponentProps<'input'>, 'onInput'>) {
	return (
		<TextField
			{...rest}
			name="code"
			type="text"
			inputMode="numeric"
			autoComplete="one-time-code"
			className="max-w-56 text-(length:--text-2xl) tabular-nums tracking-[.25em]"
			onInput={({ currentTarget }) => {
				const digits = currentTarget.value.replace(/\D/g, '').slice(0, maxLength)
				if (digits !== currentTarget.value) currentTarget.value = digits
			}}
		/>
	)
}

/** Content of a form. If the server refused it without JavaScript, shows the reason above and restores the input. */
export function FormContent({ action, children }: { action: unknown; children: ReactNode }) {
	const { refusal } = use(ServerPart)
	if (!refusal || refusal.action !== action) return children
	return (
		<RefusedForm value={refusal}>
			<Alert title={refusal.title}>
				<p className="max-w-read">{refusal.text}</p>
			</Alert>
			{children}
		</RefusedForm>
	)
}
