import logo from '#content/logo.svg?raw'
import { logoParts } from '#content/logo.ts'
import site from '#content/site.json'

const { shapes, ...whole } = logoParts(logo)

/** The mark: flat ground, a sun, and a path that leaves the ground; or the operator's own (content/logo.svg). */
export function LogoMark({ size = 40 }: { size?: number }) {
	// Shapes alone, each checked by content/schema/logo.ts.
	// oxlint-disable-next-line react/no-danger
	return <svg width={size} height={size} {...whole} aria-hidden="true" dangerouslySetInnerHTML={{ __html: shapes }} />
}

export function Logo() {
	return (
		<>
			<LogoMark />
			<span className="text-[min(1.25rem,6vw)] font-semibold tracking-tight">{site.name}</span>
		</>
	)
}
