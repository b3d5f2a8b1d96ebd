import { type ComponentProps, type FormEvent, type MouseEvent, useRef, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Alert } from '#app/ui/callout.tsx'
import { FormContent } from '#app/ui/field.tsx'
import { reportProblem } from '#app/ui/report-problem.ts'
import { toast, type ToastInput } from '#app/ui/toast-store.ts'

import { newId } from './new-id.ts'
import { findRefusal } from './own-api.ts'

/** Error messages by control name; `form` is about the whole form. */
export type FormErrors = Readonly<Record<string, string | undefined>>

export const hasErrors = (problems: FormErrors): boolean => Object.values(problems).some(Boolean)

export type Submission<Action extends string = never> = {
	action: Action | 'submit'
	form: HTMLFormElement
	data: FormData
	/** Returns a control's text without surrounding whitespace. */
	text: (name: string) => string
	honeypot: { website?: string }
	/** Idempotency key. A retry has the same one; changing or saving the form creates a new one. */
	id: string
}

/**
 * Submits a form. A thrown error becomes a toast, and the fields it names are marked.
 * @returns error messages; nothing on success
 */
export type SubmitHandler<Action extends string> = (submission: Submission<Action>) => FormErrors | void | Promise<FormErrors | void>

type Options = { describe?: (error: unknown) => ToastInput | null }

const UNREACHABLE = 'We couldn’t reach the server. What you typed is still here.'
const TOO_MANY = 'You have sent a lot in a short time. Please try again later.'

export function describeFailure(error: unknown): ToastInput {
	const refused = findRefusal(error)
	const isTooMany = refused?.status === 429 && refused.code !== 'forms_busy'
	const description = refused === null ? UNREACHABLE : isTooMany ? TOO_MANY : refused.message
	return { title: 'Not sent', description, variant: 'destructive' }
}

/**
 * Runs a change outside a form; a failure is logged and shown as a toast.
 * @param failed title of that toast
 */
export async function runWithToast(failed: string, change: () => Promise<void>): Promise<void> {
	try {
		await change()
	} catch (error) {
		reportProblem(failed, error)
		toast({ ...describeFailure(error), title: failed })
	}
}

/** Returns a control's text as typed; empty for a file or an unknown name. */
export function typedText(data: FormData, name: string): string {
	const value = data.get(name)
	return typeof value === 'string' ? value : ''
}

function focusFirst(form: HTMLFormElement, problems: FormErrors): void {
	const controls = [...form.elements] as HTMLInputElement[]
	controls.find(({ name }) => name !== '' && problems[name])?.focus()
}

/**
 * State of a form, which allows one submission at a time. Its controls are uncontrolled and read on submit, so text typed before hydration
 * counts. Render it with `Form` and `Submit`.
 */
export function useForm<Action extends string = never>(send: SubmitHandler<Action>, { describe = describeFailure }: Options = {}) {
	const [busyWith, setBusyWith] = useState<Action | 'submit' | null>(null)
	const [problems, setProblems] = useState<FormErrors>({})
	const isUnderWay = useRef(false)
	const id = useRef<string | null>(null)

	async function settle(submission: Submission<Action>): Promise<FormErrors | null> {
		try {
			return (await send(submission)) ?? null
		} catch (error) {
			reportProblem('The form wasn’t sent', error)
			const words = describe(error)
			if (words) toast(words)
			return findRefusal(error)?.fields ?? {}
		}
	}

	async function submit(form: HTMLFormElement, action: Action | 'submit' = 'submit'): Promise<void> {
		if (isUnderWay.current) return
		isUnderWay.current = true
		setBusyWith(action)
		setProblems({})
		const data = new FormData(form)
		const text = (name: string) => typedText(data, name).trim()
		const website = text('website')
		const found = await settle({ action, form, data, text, honeypot: website ? { website } : {}, id: (id.current ??= newId()) })
		if (found === null) id.current = null
		isUnderWay.current = false
		setBusyWith(null)
		setProblems(found ?? {})
		if (found) focusFirst(form, found)
	}

	return {
		busyWith,
		isBusy: busyWith === 'submit',
		problems,
		press: (action: Action) => (event: MouseEvent<HTMLButtonElement>) => void submit(event.currentTarget.form as HTMLFormElement, action),
		onSubmit(event: FormEvent<HTMLFormElement>) {
			event.preventDefault()
			void submit(event.currentTarget)
		},
		/** A change clears the field's error, and the next submission gets a new ID. */
		onChange({ target }: FormEvent<HTMLFormElement>) {
			const { name } = target as HTMLInputElement
			id.current = null
			if (problems[name]) setProblems({ ...problems, [name]: undefined })
		},
	}
}

export type FormState = Pick<ReturnType<typeof useForm>, 'isBusy' | 'problems' | 'onSubmit' | 'onChange'>

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'onChange' | 'ref'> & {
	of: FormState
	trouble?: string
}

/** Disables native validation, because errors are shown below the fields. It stays on without JavaScript. */
const withoutBrowserChecks = (form: HTMLFormElement | null) => {
	if (form) form.noValidate = true
}

/** Form with its errors. With an `action`, the browser can post it without JavaScript. */
export function Form({ of: { problems, onSubmit, onChange }, trouble, className, children, ...rest }: FormProps) {
	const wrongFields = Object.entries(problems).filter(([name, problem]) => name !== 'form' && problem)
	return (
		<form
			{...rest}
			{...(rest.action && { method: 'post' })}
			ref={withoutBrowserChecks}
			className={className ?? 'grid gap-5'}
			onSubmit={onSubmit}
			onChange={onChange}
		>
			{problems.form && (
				<Alert title={trouble}>
					<p className="max-w-read">{problems.form}</p>
				</Alert>
			)}
			{wrongFields.length > 1 && (
				<p role="alert" className="font-semibold text-danger-ink">
					Fix {wrongFields.length} fields.
				</p>
			)}
			<FormContent action={rest.action}>{children}</FormContent>
		</form>
	)
}

export function Submit({
	of,
	className,
	...rest
}: { of: Pick<FormState, 'isBusy'> } & Omit<ComponentProps<typeof Button>, 'type' | 'pending'>) {
	return (
		<div className={className}>
			<Button {...rest} type="submit" pending={of.isBusy} />
		</div>
	)
}
