import { Drawing } from '#app/ui/raw-html.tsx'

import { useSite } from './site.ts'

/** The site's name and logo: the default one (a sun and a path), or the operator's (content/logo.svg). */
export function Logo() {
	const {
		logo: [name, logo],
	} = useSite()
	return (
		<>
			<Drawing width={40} height={40} {...logo} />
			<span className="text-[min(1.25rem,6vw)] font-semibold tracking-tight">{name}</span>
		</>
	)
}
