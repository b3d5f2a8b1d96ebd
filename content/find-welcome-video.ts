import { readMediaAddress } from '#domain/media/media-address.ts'

import { type CaptionTrack, toTracks } from './dress-media.ts'

export type WelcomeVideo = { src: string; tracks: readonly CaptionTrack[] }

/**
 * Returns the URLs of the welcome video and its captions.
 * @param value from content/site.json: a video from the media library with the languages of its captions, such as
 * `/media/…/intro.mp4#captions=en,de`, or a file in public/media with captions of the same name
 * @param label name of the captions of a file in public/media
 */
export function findWelcomeVideo(value: string | null, label: string): WelcomeVideo | null {
	if (value === null) return null
	const [src = '', languages = ''] = value.split('#captions=')
	const inLibrary = readMediaAddress(src)
	if (inLibrary) return { src, tracks: toTracks(inLibrary.id, languages.split(',').filter(Boolean)) }
	return { src: `/media/${value}`, tracks: [{ src: `/media/${value.replace(/\.\w+$/, '')}.vtt`, srcLang: 'en', label }] }
}
