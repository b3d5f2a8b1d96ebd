import { type ReactNode, useEffect, useRef, useState } from 'react'

import { type PreviewScreen, ScreenButtons } from '#app/admin/routes/content/live-preview.tsx'

const WIDTHS: Record<PreviewScreen, number> = { phone: 390, desktop: 680 }
/** Height of the frame's two borders. */
const BORDERS_PX = 2

type MailPreviewProps = { src: string; title: string; /** Content before the width switch. */ children?: ReactNode }

/** An email as sent, at one of two widths. Without JavaScript, at the wider one. */
export function MailPreview({ src, title, children }: MailPreviewProps) {
	const [screen, setScreen] = useState<PreviewScreen>('desktop')
	const frame = useRef<HTMLIFrameElement>(null)
	const [height, setHeight] = useState(640)
	function measure() {
		const shown = frame.current?.contentDocument
		// The scroll height is never less than the frame's height, so the frame would stay as high as on a phone.
		if (shown && shown.URL !== 'about:blank') setHeight(shown.documentElement.offsetHeight + BORDERS_PX)
	}
	useEffect(measure, [screen])
	return (
		<div className="grid gap-2">
			<div className="flex flex-wrap items-center gap-x-4">
				{children}
				<ScreenButtons shown={screen} onShow={setScreen} />
			</div>
			<iframe
				ref={frame}
				title={title}
				src={src}
				loading="lazy"
				width={WIDTHS[screen]}
				height={height}
				sandbox="allow-same-origin"
				className="max-w-full border border-line bg-white"
				onLoad={measure}
			/>
		</div>
	)
}
