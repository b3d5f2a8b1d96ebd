import type { ComponentProps, ReactNode } from 'react'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { Honeypot } from './honeypot.tsx'
import { readHoneypot } from './read-honeypot.ts'

type LeadFormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'action' | 'method'> & {
	/** Where the browser posts the form without JavaScript. */
	action?: string
	/** @param website value of the honeypot field; empty for people */
	onSend: (website: string) => void
	/** The button and what follows it. */
	end: ReactNode
}

/** The frame of every form that takes an email address. Without JavaScript the browser sends it itself. */
export function LeadForm({ action, onSend, end, className = '', children, ...rest }: LeadFormProps) {
	return (
		<form
			{...rest}
			{...(action && { action, method: 'post' })}
			className={`relative grid gap-4 ${className}`}
			onSubmit={(event) => {
				event.preventDefault()
				onSend(readHoneypot(event.currentTarget))
			}}
		>
			{children}
			<Honeypot />
			{end}
		</form>
	)
}

type LeadEmailProps = { label: string; value: string; error: string | undefined; onText: (text: string) => void }

export function LeadEmail({ label, value, error, onText }: LeadEmailProps) {
	return (
		<TextField
			label={label}
			type="email"
			name="email"
			autoComplete="email"
			required
			maxLength={254}
			value={value}
			error={error}
			onChange={(event) => onText(event.target.value)}
		/>
	)
}

type LeadButtonProps = { label: string; isSending: boolean } & Pick<ComponentProps<typeof Button>, 'disabled' | 'variant'>

export function LeadButton({ label, isSending, variant = 'secondary', ...rest }: LeadButtonProps) {
	return (
		<div>
			<Button {...rest} type="submit" variant={variant} pending={isSending}>
				{label}
			</Button>
		</div>
	)
}
