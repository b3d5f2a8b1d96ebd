import { Drawing } from '#app/ui/raw-html.tsx'
import type { readLogo } from '#server/console/media/logo.ts'

type Logo = NonNullable<Awaited<ReturnType<typeof readLogo>>['live']>

/** Shows a logo in the page header's size and as an icon. */
export function LogoPreview({ label, logo, siteName }: { label: string; logo: Logo; siteName: string }) {
	const { viewBox, fill, shapes, ratio, isWide } = logo
	const mark = { viewBox, fill, shapes }
	return (
		<figure className="grid gap-2">
			<figcaption className="font-semibold">{label}</figcaption>
			<div className="flex justify-self-start gap-3 items-center py-4 px-5 text-ink font-semibold border border-line-strong rounded-[.5rem] bg-ground">
				<Drawing height={40} {...mark} width={40 * ratio} />
				{!isWide && <span>{siteName}</span>}
				<Drawing width={16} height={16} {...mark} />
			</div>
		</figure>
	)
}
