import type { ReactNode } from 'react'

import { CodeField } from '#app/ui/field.tsx'

import { Form, Submit, useForm } from './form.tsx'

type CodeFormProps = {
	children: ReactNode
	label: string
	hint?: string
	missing: string
	/** @returns an error message, or null */
	checkCode: (code: string) => Promise<string | null>
	onPassed: () => void
}

export function CodeForm({ children, label, hint, missing, checkCode, onPassed }: CodeFormProps) {
	const form = useForm(async ({ text }) => {
		const code = text('code')
		const problem = code === '' ? missing : await checkCode(code)
		if (problem !== null) return { code: problem }
		onPassed()
	})
	return (
		<Form of={form}>
			{children}
			<CodeField label="6-digit code" hint={hint} error={form.problems.code} placeholder="000000" />
			<Submit of={form}>{label}</Submit>
		</Form>
	)
}
