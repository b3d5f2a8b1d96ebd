import { useRef, useState } from 'react'

import { newId } from '#app/lib/new-id.ts'
import { ApiError } from '#app/lib/own-api.ts'
import { reportProblem } from '#app/ui/report-problem.ts'
import { toast, type ToastInput } from '#app/ui/toast-store.ts'

type Messages<Field extends string> = { [Name in Field]?: string | undefined }

type Letter<Field extends string, Answer> = {
	/** From top to bottom: the first wrong one takes the focus. */
	fields: readonly Field[]
	words: { successToast: ToastInput; failureToast: ToastInput }
	/** What is wrong, by field; empty when it may be sent. */
	check: (data: FormData) => Messages<Field>
	/** @param id the same for the same text, so that a second try after a lost answer is the same letter to the server */
	send: (data: FormData, id: string) => Promise<Answer>
	/** What the success toast says in addition to its own words. */
	addToSuccess?: (answer: Answer) => string
}

/** Text of a field; empty for a missing one and for a file. */
export function textOf(data: FormData, name: string): string {
	const value = data.get(name)
	return typeof value === 'string' ? value : ''
}

/** Idle, sending, then success (form cleared) or failure (text kept). Errors are shown under their fields. */
export function useLetter<Field extends string, Answer>({ fields, words, check, send, addToSuccess }: Letter<Field, Answer>) {
	const [isSending, setSending] = useState(false)
	const [errors, setErrors] = useState<Messages<Field>>({})
	const id = useRef<string | null>(null)

	/** The inputs keep their own text until the server has it. @returns true when the server has stored it */
	async function submit(form: HTMLFormElement): Promise<boolean> {
		if (isSending) return false
		const data = new FormData(form)
		const wrong = check(data)
		setErrors(wrong)
		const first = fields.find((field) => wrong[field])
		if (first) {
			form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
			return false
		}
		setSending(true)
		id.current ??= newId()
		try {
			const answer = await send(data, id.current)
			id.current = null
			form.reset()
			const more = addToSuccess ? ` ${addToSuccess(answer)}` : ''
			toast({ ...words.successToast, description: `${words.successToast.description ?? ''}${more}` })
			return true
		} catch (error) {
			reportProblem('The form was not sent', error)
			if (error instanceof ApiError && error.failure.kind === 'refused') setErrors(error.failure.fields as Messages<Field>)
			toast(words.failureToast)
			return false
		} finally {
			setSending(false)
		}
	}

	/** The sender types: the field's error is out of date, and the text counts as another letter. */
	function change(field: Field): void {
		id.current = null
		setErrors((current) => ({ ...current, [field]: undefined }))
	}

	return { isSending, errors, submit, change }
}
