import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'

import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
type Look = { variant?: ButtonVariant; size?: 'md' | 'lg'; className?: string }

const look = ({ variant = 'primary', size = 'md', className = '' }: Look) =>
	`btn btn-${variant}${size === 'lg' ? ' btn-lg' : ''}${className ? ` ${className}` : ''}`

/** While `pending`, the button stays focusable, ignores clicks, and announces its state to screen readers. */
export function Button(props: Look & { pending?: boolean } & Omit<ComponentProps<'button'>, keyof Look>) {
	const { variant, size, className, pending = false, type = 'button', onClick, children, ...rest } = props
	return (
		<button
			{...rest}
			type={pending ? 'button' : type}
			className={look({ variant, size, className } as Look)}
			aria-busy={pending || undefined}
			aria-disabled={pending || undefined}
			onClick={pending ? undefined : onClick}
		>
			{pending && <Spinner />}
			{children}
		</button>
	)
}

/** Link that looks like a button. URLs of other sites and of files cause a full page load. */
export function LinkButton(props: Look & { to: string; children: ReactNode } & Omit<ComponentProps<'a'>, keyof Look | 'href'>) {
	const { variant, size, className, to, children, ...rest } = props
	const classes = look({ variant, size, className } as Look)
	if (!to.startsWith('/'))
		return (
			<a {...rest} href={to} className={classes}>
				{children}
			</a>
		)
	return (
		<Link {...rest} to={to} prefetch="intent" className={classes}>
			{children}
		</Link>
	)
}

type PairProps = Record<'primary' | 'secondary', { href: string; label: string }>

/** Two buttons that are links; `primary` is the more likely choice. */
export function LinkPair({ primary, secondary }: PairProps) {
	return (
		<p className="flex flex-wrap gap-x-4 gap-y-3">
			<LinkButton to={primary.href} size="lg">
				{primary.label}
			</LinkButton>
			<LinkButton to={secondary.href} variant="secondary" size="lg">
				{secondary.label}
			</LinkButton>
		</p>
	)
}
