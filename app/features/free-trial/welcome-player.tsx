import { useRef } from 'react'

/** URLs on this site of the video and its captions in WebVTT. */
export type WelcomeVideo = { src: string; captions: string }

/** Video and captions for a file name in content/site.json: both are in public/media, the captions with the extension .vtt. */
export const findWelcomeVideo = (fileName: string | null): WelcomeVideo | null =>
	fileName === null ? null : { src: `/media/${fileName}`, captions: `/media/${fileName.replace(/\.\w+$/, '')}.vtt` }

/** Often enough to find the place again, rarely enough not to write all the time. */
const SECONDS_BETWEEN_NOTES = 5

type WelcomePlayerProps = {
	video: WelcomeVideo
	captionsLabel: string
	startAt: number
	onPosition: (seconds: number) => void
	onEnd: () => void
	/** The file is missing, or this browser does not know its format. */
	onUnplayable: () => void
}

/** The browser's native player, with keyboard, captions and full screen; it resumes where the visitor stopped. */
export function WelcomePlayer({ video, captionsLabel, startAt, onPosition, onEnd, onUnplayable }: WelcomePlayerProps) {
	const noted = useRef(startAt)
	const note = (seconds: number) => {
		noted.current = seconds
		onPosition(Math.floor(seconds))
	}
	return (
		<video
			src={video.src}
			controls
			preload="metadata"
			playsInline
			className="aspect-video w-full bg-ink"
			onLoadedMetadata={({ currentTarget }) => {
				if (startAt < currentTarget.duration - 1) currentTarget.currentTime = startAt
			}}
			onTimeUpdate={({ currentTarget: { currentTime } }) => {
				if (Math.abs(currentTime - noted.current) >= SECONDS_BETWEEN_NOTES) note(currentTime)
			}}
			onPause={({ currentTarget }) => !currentTarget.ended && note(currentTarget.currentTime)}
			onEnded={onEnd}
			onError={onUnplayable}
		>
			<track kind="captions" src={video.captions} srcLang="en" label={captionsLabel} default />
		</video>
	)
}
