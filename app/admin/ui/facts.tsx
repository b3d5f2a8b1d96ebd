import type { ReactNode } from 'react'

export const Facts = ({ children }: { children: ReactNode }) => <dl className="console-facts">{children}</dl>

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
	<div>
		<dt>{name}</dt>
		<dd>{typeof children === 'number' ? children.toLocaleString('en-US') : children}</dd>
	</div>
)
