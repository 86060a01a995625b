import './pdf.ts';
