/** @param text what a camera reads @returns an SVG document */
export type QrCodeDrawer = (text: string) => string
