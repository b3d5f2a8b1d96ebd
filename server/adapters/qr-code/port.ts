/**
 * Draws a QR code as SVG.
 * @param text content of the code
 */
export type QrCodeDrawer = (text: string) => string
