import type { ReactNode } from 'react'

export const Facts = ({ children }: { children: ReactNode }) => (
	<dl className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-6 gap-y-3 in-[.confirm]:grid-cols-1 [&_dt]:text-soft [&_dd]:wrap-anywhere">
		{children}
	</dl>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
	<div>
		<dt>{name}</dt>
		<dd>{typeof children === 'number' ? children.toLocaleString('en-US') : children}</dd>
	</div>
)
