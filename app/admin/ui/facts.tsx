import type { ReactNode } from 'react'

/** Description list of an object's properties. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className="console-facts">{children}</dl>

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
	<div>
		<dt>{name}</dt>
		<dd>{typeof children === 'number' ? children.toLocaleString('en-US') : children}</dd>
	</div>
)
