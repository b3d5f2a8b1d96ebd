/** Creates a ZIP file with empty files of these names. */
export function makeZip(...names: string[]): Buffer {
	const heads: Buffer[] = []
	const entries: Buffer[] = []
	let at = 0
	for (const name of names) {
		const head = Buffer.alloc(30)
		head.write('PK\x03\x04', 'latin1')
		head.writeUInt16LE(name.length, 26)
		heads.push(head, Buffer.from(name))
		const entry = Buffer.alloc(46)
		entry.write('PK\x01\x02', 'latin1')
		entry.writeUInt16LE(name.length, 28)
		entry.writeUInt32LE(at, 42)
		entries.push(entry, Buffer.from(name))
		at += head.length + name.length
	}
	const directory = Buffer.concat(entries)
	const end = Buffer.alloc(22)
	end.write('PK\x05\x06', 'latin1')
	end.writeUInt16LE(names.length, 8)
	end.writeUInt16LE(names.length, 10)
	end.writeUInt32LE(directory.length, 12)
	end.writeUInt32LE(at, 16)
	return Buffer.concat([...heads, directory, end])
}

export const makePdf = (bytes = 0): Buffer => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes, ' '), Buffer.from('\n%%EOF\n')])

const FRAME = Buffer.from([0xff, 0xfb, 0x90, 0x00])
/** Creates the start of an MP3 file, with a tag of 20 bytes. */
export const makeMp3 = (bytes = 400): Buffer =>
	Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x14', 'latin1'), Buffer.alloc(20), FRAME, Buffer.alloc(bytes)])

const box = (name: string, ...inside: Buffer[]): Buffer => {
	const body = Buffer.concat(inside)
	const head = Buffer.alloc(8)
	head.writeUInt32BE(body.length + 8)
	head.write(name, 4, 'latin1')
	return Buffer.concat([head, body])
}

/** Creates an MP4 file that has only sound. Recorders of phones call it `isom`, others `M4A `. */
export const makeM4a = (brand = 'M4A '): Buffer =>
	Buffer.concat([
		box('ftyp', Buffer.from(`${brand}\0\0\x02\0`, 'latin1')),
		box('moov', box('trak', box('tkhd', Buffer.alloc(84)), box('mdia', box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0soun', 'latin1'))))),
		box('mdat', Buffer.alloc(100)),
	])
