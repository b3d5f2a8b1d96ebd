import type { ComponentProps } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { FormContent } from '#app/ui/field.tsx'

import type { FormState } from './use-form.ts'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'onChange' | 'ref'> & {
	of: FormState
	trouble?: string
}

/** Disables native validation: errors are shown below the fields. Without JavaScript, native validation stays on. */
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
				<Callout tone="danger" role="alert" title={trouble}>
					<p className="max-w-read">{problems.form}</p>
				</Callout>
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
