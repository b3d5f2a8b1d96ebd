import type { ReactNode } from 'react'

import { LinkButton } from '#app/ui/button.tsx'
import type { SelectorContent } from '#content/schema/selector.ts'

/** The next steps, preceded by the link to the answers once there are results. */
export function SelectorNext({ words, share }: { words: SelectorContent['next']; share: ReactNode }) {
	return (
		<div className="page screen-only selector-next">
			<div>
				<h2>{words.title}</h2>
				<p className="mt-3 max-w-read text-lg">{words.text}</p>
				<div className="mt-6 flex flex-wrap gap-4">
					{words.links.map(({ label, href }, index) => (
						<LinkButton key={href} to={href} variant={index === 0 ? 'secondary' : 'quiet'}>
							{label}
						</LinkButton>
					))}
				</div>
			</div>
			{share}
		</div>
	)
}
